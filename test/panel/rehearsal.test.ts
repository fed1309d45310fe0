/** The end of the setup: the rehearsal, and the page that waits for the first call. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  accessColumn,
  askRehearsal,
  certificateKeyColumn,
  createIssuance,
  findAccess,
  findBusiness,
  findRehearsal,
  findSigningCertificate,
  listAudit,
  listNewestDocuments,
  putAccess,
  saveRefusedRequests,
  updateBusiness,
} from '@rafaga/db';
import { createVault, newPrivateKey, ofPanel, publicOf, SealBroken } from '@rafaga/secrets';
import { aDocument } from '../../packages/db/testing/aDocument.js';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { aDraft } from './aDraft.js';
import type { Browser } from './browser.js';

/** The keys of an installation in which each program opens only what it needs. */
const [worker, own] = [newPrivateKey(), newPrivateKey()];
const WORKER_KEYS = { worker: { privateKeys: [worker] }, panel: { publicKey: publicOf(own) } };
const PANEL_KEYS = { panel: { privateKeys: [own] }, worker: { publicKey: publicOf(worker) } };

const BY = { actor: 'test' };
const SEALED = Buffer.alloc(40);

let environment: TestEnvironment;
let panel: TestPanel;
let admin: Browser;
beforeAll(async () => {
  environment = await startEnvironment();
  await environment.work({}, { secretKeys: WORKER_KEYS });
  panel = await panelOf(environment);
  admin = await panel.as('admin');
});
afterAll(async () => {
  await panel.stop();
  await environment.stop();
});

const panelOf = ({ databaseUrl, redisUrl, filesDir, simulatorUrl }: TestEnvironment) =>
  startTestPanel({ databaseUrl, redisUrl, filesDir, simulatorUrl, secretKeys: PANEL_KEYS });

/** On a busy machine the page waits for the result, as a browser without scripts would. */
async function rehearse(visitor: Browser): Promise<void> {
  await visitor.submit({}, { action: '/ensayo' });
  await waitFor('the rehearsal', async () => {
    if (!visitor.text.includes('en espera')) return true;
    await visitor.open(visitor.path);
    return false;
  });
}

test('a rehearsal is accepted, draws its ticket and leaves no document', async () => {
  const ruc = await aDraft(admin);
  await admin.open(`/negocios/${ruc}/activar?asistente=1`);
  expect(admin.text).toContain('probado Usuario SOL: aceptado el');
  expect(admin.text).toContain('Firma una venta inventada y dibuja su ticket');
  await rehearse(admin);
  expect(admin.path).toMatch(/activar\?ensayo=[\w-]{43}&asistente=1$/);
  expect(admin.text).toMatch(/firmado Boleta de ensayo BENS-\d+, con tu certificado y su clave\./);
  expect(admin.text).toContain('aceptado La aceptó el simulador, con código 0.');
  const [, ticket = ''] = /src="([^"]+ticket[^"]+)"/.exec(admin.html) ?? [];
  expect(await (await admin.fetch(ticket)).text()).toContain('data:image/png;base64,');
  const business = await findBusiness(panel.db, ruc);
  expect(await listNewestDocuments(panel.db, business?.id ?? 0, 1)).toEqual([]);
  const [latest] = await listAudit(panel.db, { scope: business?.id ?? 0 });
  expect(latest?.action).toBe('business.rehearse');

  // the result belongs to this business and this user
  const other = await aDraft(admin);
  const query = ticket.split('?')[1];
  expect((await admin.fetch(`/negocios/${other}/ensayo/ticket?${query}`)).status).toBe(404);
  const stranger = await panel.as('admin');
  expect((await stranger.fetch(ticket)).status).toBe(404);
});

const CHANGES = {
  data: (id: number) => updateBusiness(panel.db, BY, id, { legalName: 'Otra S.A.C.' }),
  prices: (id: number) => updateBusiness(panel.db, BY, id, { pricesIncludeTax: false }),
  environment: (id: number) =>
    updateBusiness(panel.db, BY, id, { authority: 'beta', unprovenPolicy: 'review' }),
  certificate: (id: number) =>
    panel.db.pool.query('UPDATE certificates SET active = false WHERE business_id = $1', [id]),
  access: (id: number) => putAccess(panel.db, BY, id, { solUser: SEALED, solPassword: SEALED }),
};

test.each(Object.entries(CHANGES))(
  'after a change of its %s a rehearsal does not count',
  async (_what, change) => {
    const ruc = await aDraft(admin);
    const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
    await admin.open(`/negocios/${ruc}/activar`);
    await rehearse(admin);
    expect(admin.html).toMatch(/action="[^"]+\/activar\?ensayo=/);
    await change(id);
    await admin.open(admin.path);
    expect(admin.text).toContain('cambió Después de este ensayo cambiaron los datos');
    expect(admin.html).not.toMatch(/action="[^"]+\/activar\?ensayo=/);
  },
);

test('an activation with a rehearsal of other settings makes a new one', async () => {
  const ruc = await aDraft(admin);
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  await admin.open(`/negocios/${ruc}/activar`);
  await rehearse(admin);
  await CHANGES.data(id);
  await environment.controlSimulator('siguiente', { resultado: 'rechazado' });
  await admin.submit({}, { action: '/activar?ensayo=' });
  expect(admin.text).toMatch(/rechazado La rechazó el simulador/);
  expect((await findBusiness(panel.db, ruc))?.state).toBe('draft');
});

test('the panel stores a certificate and a SOL password that it cannot open', async () => {
  const business = await findBusiness(panel.db, await aDraft(admin));
  const id = business?.id ?? 0;
  const certificate = await findSigningCertificate(panel.db, id);
  const [privateKey, key] = [
    certificate?.privateKey ?? Buffer.alloc(0),
    certificateKeyColumn(certificate?.id ?? 0, id),
  ];
  const access = await findAccess(panel.db, id);
  const password = access?.solPassword ?? Buffer.alloc(0);
  const column = accessColumn(id, 'solPassword', access?.destination);
  expect(createVault(WORKER_KEYS).open(password, column).toString()).toBe('moddatos');
  expect(createVault(WORKER_KEYS).open(privateKey, key).length).toBeGreaterThan(1_000);
  expect(() => createVault(PANEL_KEYS).open(password, column)).toThrow(SealBroken);
  expect(() => createVault(PANEL_KEYS).open(privateKey, key)).toThrow(SealBroken);
});

test('a rehearsal whose key is gone counts as expired', async () => {
  const ruc = await aDraft(admin);
  await admin.open(`/negocios/${ruc}/activar`);
  await rehearse(admin);
  expect(admin.text).toContain('La aceptó el simulador');
  const gone = { panel: { privateKeys: [newPrivateKey()] } };
  await environment.db.pool.query(
    `UPDATE rehearsals SET sealed = $2
      WHERE business_id = (SELECT id FROM businesses WHERE ruc = $1)`,
    [ruc, createVault(gone).seal(Buffer.from('{}'), ofPanel('rehearsal'))],
  );
  await admin.open(admin.path);
  expect(admin.text).toContain('Firma una venta inventada y dibuja su ticket');
  expect(admin.text).not.toContain('La aceptó el simulador');
});

test.each([
  ['caido', '0109'],
  ['error-lote', '0200'],
  ['en-proceso', '0140'],
])(
  'a SOL password that SUNAT answers with the fault of %s is not taken as proven',
  async (...row) => {
    const [resultado, code] = row;
    const ruc = await aDraft(admin);
    await environment.controlSimulator('siguiente', { resultado, ruc, servicio: 'consulta' });
    await admin.open(`/negocios/${ruc}/conexion`);
    await admin.submit({ usuario: 'MODDATOS', clave: 'otra' });
    expect([admin.path, admin.text]).toEqual([
      expect.stringContaining('hecho=acceso_sin_probar'),
      expect.stringMatching(
        new RegExp(`sin probar Usuario SOL: .* contestó con el código ${code}, que no dice si`),
      ),
    ]);
    await admin.submit({ usuario: 'MODDATOS', clave: 'otra' });
    expect(admin.text).toContain('probado Usuario SOL: aceptado el');
  },
);

test('a rehearsal takes the SOL password to no address for which it was not stored', async () => {
  const id = (await findBusiness(panel.db, await aDraft(admin)))?.id ?? 0;
  const calls: string[] = [];
  const thief = createServer((req, res) => {
    calls.push(req.url ?? '');
    res.writeHead(500).end();
  });
  await new Promise<void>((resolve) => void thief.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/bill`;
  // what a person can do who writes to the database
  await environment.db.pool.query(
    `UPDATE businesses SET authority = 'custom', bill_url = $2 WHERE id = $1`,
    [id, url],
  );
  const { userId } = await aPerson(environment.db);
  const asked = { token: 'ensayo', businessId: id, userId };
  await askRehearsal(panel.db, asked);
  const { open } = createVault(PANEL_KEYS);
  const result = await waitFor(
    'the rehearsal',
    async () => (await findRehearsal(panel.db, asked, open))?.result,
  );
  expect(result).toMatchObject({
    steps: [{ word: 'falta', text: expect.stringContaining('se guardó para SUNAT') }],
  });
  expect(calls).toEqual([]);
  thief.close();
});

test('a rehearsal without an answer says that nothing was tried', async () => {
  const lonely = await startEnvironment();
  await lonely.work({}, { secretKeys: WORKER_KEYS, simulatorUrl: 'http://127.0.0.1:9' });
  const other = await panelOf(lonely);
  try {
    const visitor = await other.as('admin');
    const ruc = await aDraft(visitor);
    await visitor.open(`/negocios/${ruc}/activar`);
    await rehearse(visitor);
    expect(visitor.text).toContain('sin probar No se pudo probar: el simulador no respondió');
  } finally {
    await other.stop();
    await lonely.stop();
  }
});

test('a rehearsal that no worker did says so', async () => {
  const idle = await startEnvironment();
  const other = await panelOf(idle);
  try {
    const visitor = await other.as('admin');
    const ruc = await aDraft(visitor);
    await visitor.open(`/negocios/${ruc}/activar`);
    await visitor.submit({}, { action: '/ensayo' });
    expect(visitor.text).toContain('en espera Ningún procesador lo terminó todavía.');
    expect(visitor.text).toContain('Ver si ya terminó');
    expect(visitor.html).toContain('data-live="2"');
    await visitor.submit({}, { action: '/activar' });
    expect(visitor.text).toContain('Todavía no se activó: el ensayo espera a un procesador.');
    await idle.work({}, { secretKeys: WORKER_KEYS });
    await waitFor('the rehearsal', async () => {
      await visitor.open(visitor.path);
      return visitor.text.includes('aceptado La aceptó el simulador');
    });
    expect(visitor.html).toContain('data-live="0"');
  } finally {
    await other.stop();
    await idle.stop();
  }
});

test('a rejection is told with its code', async () => {
  const ruc = await aDraft(admin);
  await environment.controlSimulator('siguiente', { resultado: 'rechazado' });
  await admin.open(`/negocios/${ruc}/activar`);
  await rehearse(admin);
  expect(admin.text).toMatch(/rechazado La rechazó el simulador, código \d{4}/);
  expect(admin.text).toContain('Antes de activarlo se hace el ensayo');
});

test('the first call is awaited: refused ones in words, until one is accepted', async () => {
  const ruc = await aDraft(admin);
  const business = await findBusiness(panel.db, ruc);
  const businessId = business?.id ?? 0;
  await admin.open(`/negocios/${ruc}/activar?asistente=1`);
  await admin.submit({}, { action: '/activar?' });
  const [activated, rehearsed] = await listAudit(panel.db, { scope: businessId, limit: 2 });
  expect([activated?.action, activated?.reason]).toEqual(['business.active', undefined]);
  expect(rehearsed).toMatchObject({ action: 'business.rehearse', after: { passed: true } });
  await admin.submit({ nombre: 'Caja' });
  await admin.open(admin.links.find((link) => link.includes('/llamada')) ?? '');
  expect(admin.text).toContain('Esperando tu primera llamada…');

  const [credential] = await panel.db.prisma.credential.findMany({ where: { businessId } });
  const refused = {
    businessId,
    credentialId: credential?.id ?? 0,
    at: new Date(),
    call: 'POST /v1/boletas',
    reference: 'venta-1',
    requestId: 'solicitud-1',
    tookMs: 3,
  };
  await saveRefusedRequests(panel.db, [
    { ...refused, status: 422, code: 'datos_invalidos', fields: ['serie', 'items.0.cantidad'] },
    { ...refused, status: 409, code: 'certificado_no_vigente', fields: [] },
  ]);
  await admin.open(admin.path);
  expect(admin.text).toContain('la API la rechazó');
  expect(admin.text).toMatch(
    /422 .*los datos de la venta no son válidos: .* Revisa: serie, items\.0/,
  );
  expect(admin.text).toMatch(/409 .*el certificado no está vigente: sube otro\./);

  const issuance = createIssuance(panel.db);
  const issue = () =>
    issuance.issue(
      aDocument(businessId, { sale: { client: { name: 'x' }, payment: 'cash', lines: [] } }),
    );
  const settle = (state: 'accepted' | 'rejected') =>
    panel.db.pool.query(
      `WITH gone AS (
          DELETE FROM emissions WHERE business_id = $1 RETURNING document_id, business_id)
        INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
          evidence, settled_at)
        SELECT document_id, business_id, '{}', 'x', 'x', now(), $2, '0', 'cdr', now()
        FROM gone`,
      [businessId, state],
    );
  await issue();
  await admin.open(admin.path);
  expect(admin.text).toContain('Llegó: boleta B001-1');
  expect(admin.text).not.toContain('Esperando');
  expect(admin.text).toContain('Se actualiza sola');
  await settle('rejected');
  await admin.open(admin.path);
  expect(admin.text).toContain('SUNAT lo rechazó');
  expect(admin.text).toContain('Se actualiza sola');
  await issue();
  await issuance.close();
  await settle('accepted');
  await admin.open(admin.path);
  expect(admin.text).toContain('El recorrido está completo');
  expect(admin.text).not.toContain('Se actualiza sola');
  expect(admin.html).toContain('data-live="0"');
});

test.each(['', '?asistente=1'])('a secret outlives a page%s that failed', async (query) => {
  const ruc = await aDraft(admin);
  await panel.db.prisma.business.update({ where: { ruc }, data: { state: 'active' } });
  await admin.open(`/negocios/${ruc}/credenciales${query}`);
  await panel.db.pool.query('ALTER TABLE series RENAME TO series_elsewhere');
  try {
    await admin.submit({ nombre: 'Caja' });
    expect([admin.status, admin.path]).toEqual([503, expect.stringContaining('/secreto?visto=')]);
  } finally {
    await panel.db.pool.query('ALTER TABLE series_elsewhere RENAME TO series');
  }
  await admin.open(admin.path);
  expect(admin.text).toMatch(/X-Api-Secret ?rs_/);
  await admin.open(admin.path);
  expect(admin.text).toContain('El secreto ya se mostró o se perdió');
});

test('prices and first series that are sent twice at once are saved once', async () => {
  const ruc = await aDraft(admin);
  const business = await findBusiness(panel.db, ruc);
  await panel.db.pool.query('DELETE FROM series WHERE business_id = $1', [business?.id]);
  await admin.open(`/negocios/${ruc}/series?asistente=1`);
  const [, ficha = ''] = /name="ficha" value="([^"]+)"/.exec(admin.html) ?? [];
  const form = {
    ficha,
    precios: 'con',
    boletas: 'si',
    facturas: 'si',
    serie_boleta: 'B001',
    numero_boleta: '1',
    serie_factura: 'F001',
    numero_factura: '1',
  };
  const send = () =>
    admin.fetch(`/negocios/${ruc}/series/primeras?asistente=1`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const { rows } = await panel.db.pool.query('SELECT code FROM series WHERE business_id = $1', [
    business?.id,
  ]);
  expect(rows.map(({ code }) => code).sort()).toEqual(['B001', 'F001']);
});
