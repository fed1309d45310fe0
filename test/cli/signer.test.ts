/** Tests the registered certificates of CDR signers, and CDRs that an operator attaches. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIssuance, EVERY_BUSINESS, findCdrTrust, listAudit, openDocument } from '@rafaga/db';
import { zipOne } from '@rafaga/engine';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { anIdentity, signedCdr, unsignedCdr } from '../../packages/engine/testing/signedCdr.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { type OwnServers, ownServers } from '../support/servers.js';

const OSE = 'https://ose.example.pe/billService';
const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-signer-'));
const file = (name: string, content: string | Buffer) => {
  const to = path.join(folder, name);
  writeFileSync(to, content);
  return to;
};
const own = anIdentity();
const pem = file(
  'ose.pem',
  `-----BEGIN CERTIFICATE-----\n${own.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
);
const cdr = signedCdr(unsignedCdr(), own);
const zip = file('R-1.zip', zipOne('R-20123456786-03-B001-1.xml', Buffer.from(cdr)));

let servers: OwnServers;
let db: TestDb;
let rafaga: ReturnType<typeof rafagaIn>;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 2 });
  rafaga = rafagaIn(aHome({ DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl }));
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

const tried = async (of: string, at = OSE) =>
  (await rafaga('firmante', 'probar', of, '--autoridad', at, '--json')).json as unknown;

test('a registered certificate verifies CDRs of its authority on its days only', async () => {
  expect(await tried(zip)).toMatchObject({
    firma: 'firmante_desconocido',
    huella: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const made = await rafaga(
    'firmante',
    'agregar',
    pem,
    '--autoridad',
    OSE,
    '--fuente',
    'su soporte',
  );
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('CN=SUNAT de prueba')]);
  expect(await tried(zip)).toMatchObject({ firma: 'valida' });
  expect(await tried(zip, 'produccion')).toMatchObject({ firma: 'firmante_desconocido' });
  expect(await tried(file('a.xml', cdr.replace('ha sido', 'no ha sido')))).toMatchObject({
    firma: 'rota',
  });
  expect(await tried(file('b.xml', unsignedCdr()))).toMatchObject({ firma: 'ausente' });

  expect((await rafaga('firmante', 'listar')).stdout).toMatch(/ose\.example\.pe.*su soporte/);
  expect((await rafaga('firmante', 'retirar', '1', '--hasta', '2026-11-20')).code).toBe(0);
  expect(await tried(zip)).toMatchObject({
    firma: 'firmante_desconocido',
    motivo: expect.stringContaining('vigente'),
  });
  const again = await rafaga(
    'firmante',
    'agregar',
    pem,
    '--autoridad',
    OSE,
    '--fuente',
    'su página',
    '--desde',
    '2026-11-01',
  );
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('(1)')]);
  expect(await tried(zip)).toMatchObject({ firma: 'valida' });
  expect((await listAudit(db, { scope: EVERY_BUSINESS })).map(({ action }) => action)).toEqual([
    'cdr_signer.put',
    'cdr_signer.end',
    'cdr_signer.put',
  ]);
});

test.each([
  [['--desde', '2026-02-30'], '--desde: un día, como 2026-11-21.'],
  [['--desde', '2026-11-02', '--hasta', '2026-11-01'], '--hasta: es un día anterior a --desde.'],
])('a certificate is not registered with %j', async (days, mistake) => {
  const words = [pem, '--autoridad', OSE, '--fuente', 'su soporte'];
  expect(await rafaga('firmante', 'agregar', ...words, ...days)).toMatchObject({
    code: 2,
    stderr: `${mistake}\n`,
  });
});

test('a certificate can be taken only from a CDR whose signature is intact', async () => {
  expect(
    (await rafaga('firmante', 'agregar', zip, '--autoridad', 'beta', '--fuente', 'visto')).code,
  ).toBe(0);
  expect(await tried(zip, 'beta')).toMatchObject({ firma: 'valida' });
  for (const wrong of [
    cdr.replace('ha sido', 'no ha sido'),
    unsignedCdr(),
    '<?xml version="1.0"?><nada/>',
    'nada',
  ]) {
    const refused = await rafaga(
      'firmante',
      'agregar',
      file('c.xml', wrong),
      '--autoridad',
      'produccion',
      '--fuente',
      'visto',
    );
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/constancia/)]);
  }
  expect((await findCdrTrust(db, 'production')).signers).toEqual([]);
});

test('a broken signature of a known signer means review, unless the policy differs', async () => {
  const policy = async (...words: string[]) =>
    (await rafaga('firmante', 'politica', ...words, '--json')).json as unknown;
  expect(await policy('--autoridad', 'simulador')).toMatchObject({
    rota: 'avisar',
    desconocida: 'avisar',
    ausente: 'avisar',
  });
  expect(await policy('--autoridad', OSE)).toMatchObject({
    rota: 'revision',
    desconocida: 'avisar',
    ausente: 'avisar',
  });
  expect(await policy('--autoridad', 'simulador', '--ausente', 'revision')).toMatchObject({
    rota: 'avisar',
    ausente: 'revision',
  });
  expect((await findCdrTrust(db, 'simulator')).policy).toEqual({
    broken: 'tell',
    unknown_signer: 'tell',
    absent: 'review',
  });
  const wrong = await rafaga('firmante', 'politica', '--autoridad', 'sunat', '--rota', 'nada');
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/--autoridad[\s\S]*--rota/),
  ]);
});

test('the CDR of a document that lacks it is attached, if it is of that document', async () => {
  const { id: businessId, ruc } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const issued = await issuance.issue(aDocument(businessId));
  await issuance.close();
  const id = issued.is === 'issued' ? issued.id : 0;
  await db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
        evidence, settled_at, without_cdr)
      VALUES ($1, $2, $3, 'abc=', 'qr', now(), 'accepted', '1033', 'presumed', now(), true)`,
    [id, businessId, { ruc, legalName: 'X' }],
  );
  await db.pool.query('DELETE FROM emissions WHERE document_id = $1', [id]);
  const party = (of: string, value: string) =>
    `<cac:${of}><cac:PartyIdentification><cbc:ID>${value}</cbc:ID></cac:PartyIdentification></cac:${of}>`;
  const cdrOf = (change: (xml: string) => string = (xml) => xml, client = '45678912') => {
    const xml = signedCdr(unsignedCdr({ extra: party('RecipientParty', `1-${client}`) }), own);
    return zipOne(`R-${ruc}-03-B001-1.xml`, Buffer.from(change(xml)));
  };
  const bring = (content: Buffer) =>
    rafaga('documento', 'cdr', String(id), file('R.zip', content), '--json');
  expect((await bring(cdrOf(undefined, '99999999'))).stderr).toContain('otro cliente');
  expect((await bring(cdrOf((xml) => xml.replaceAll('B001-1<', 'B001-2<')))).stderr).toContain(
    'otro comprobante',
  );
  expect(
    (await bring(cdrOf((xml) => xml.replace('>0</cbc:ResponseCode', '>2017</cbc:ResponseCode'))))
      .stderr,
  ).toContain('otra cosa');
  const done = await bring(cdrOf());
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(await openDocument(db, id)).toMatchObject({
    outcome: { code: '0', evidence: 'cdr', cdrSignature: 'unknown_signer' },
    files: [{ kind: 'cdr' }],
  });
  expect((await rafaga('documento', 'ver', String(id))).stdout).toMatch(
    /Firma del CDR +de un certificado que no está/,
  );
  const shown = (await rafaga('documento', 'ver', String(id), '--json')).json;
  expect(shown).toMatchObject({ firma_cdr: 'firmante_desconocido' });
  expect((await bring(cdrOf())).stderr).toContain('ya tiene');
  expect((await listAudit(db, { scope: EVERY_BUSINESS }))[0]).toMatchObject({
    action: 'document.cdr',
    documentId: id,
  });
});
