/** The page of a reference: how it is found, what it explains, and what each role may do. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createIssuance,
  type Issuance,
  keepPendingCdr,
  listAudit,
  putAccess,
  putCdrSigner,
} from '@rafaga/db';
import { zipOne } from '@rafaga/engine';
import { readCdrSigner } from '@rafaga/operations/cdr';
import { PRINTER_PROFILE_NAMES } from '@rafaga/pdf';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { anIdentity, signedCdr, unsignedCdr } from '../../packages/engine/testing/signedCdr.js';
import { aBoleta } from '../golden/aSale.js';
import { printOn } from '../print/printer.js';
import { see } from '../print/sight.js';
import { keepEvidence, PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import { discard } from '../support/settle.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

const filesDir = mkdtempSync(path.join(tmpdir(), 'rafaga-'));
let panel: TestPanel;
let issuance: Issuance;
let operator: Browser;
let business: { id: number; ruc: string };
beforeAll(async () => {
  panel = await startTestPanel({ filesDir });
  issuance = createIssuance(panel.db);
  operator = await panel.as('operator');
  business = await aBusiness(panel.db, 'B777');
  // paused: no worker claims its documents
  await panel.db.pool.query(
    `UPDATE businesses SET paused_until = '9999-12-31', pause_reason = 'prueba' WHERE id = $1`,
    [business.id],
  );
});
afterAll(async () => {
  await issuance.close();
  await panel.stop();
});

async function issue(change: Parameters<typeof aDocument>[1] = {}) {
  const document = aDocument(business.id, {
    series: 'B777',
    sale: { ...SALE, lines: [{ ...LINE, description: '<img src=x onerror=alert(1)>' }] },
    ...change,
  });
  const issued = await issuance.issue(document);
  if (issued.is !== 'issued') throw new Error(issued.is);
  return { ...document, id: issued.id, number: issued.number };
}
const LINE = {
  description: '',
  unit: 'NIU',
  quantity: '1',
  unitPrice: '118.00',
  affectation: '10',
  allowances: [],
};
const SALE = {
  kind: 'boleta',
  series: 'B777',
  client: { documentType: '1', document: '45678912', name: 'x' },
  payment: 'cash',
  lines: [LINE],
};

/** Not encrypted under the panel's key: the panel cannot open it. */
const givesConsult = () => {
  const sealed = randomBytes(40);
  return putAccess(panel.db, { actor: 'test' }, business.id, {
    solUser: sealed,
    solPassword: sealed,
    consultId: sealed,
    consultSecret: sealed,
  });
};

const review = (id: number) =>
  panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unknown_code', last_code = '9999', ` +
      `last_error = 'algo nuevo', attempts = 3, sends = 1 WHERE document_id = $1`,
    [id],
  );

test.each([
  ['its reference', (document: Awaited<ReturnType<typeof issue>>) => document.reference],
  ['its id', ({ id }) => String(id)],
  ['its job', ({ id }) => `d-${id}-3`],
  ['its request', ({ requestId }) => requestId],
] as [string, (document: Awaited<ReturnType<typeof issue>>) => string][])(
  'a reference is found by %s, and shown at once',
  async (_, textOf) => {
    const document = await issue();
    await operator.open(`/buscar?q=${encodeURIComponent(textOf(document))}`);
    expect([operator.status, operator.path]).toEqual([200, `/referencias/${document.id}`]);
  },
);

test('a reference is found by its beginning and by its number, of any business', async () => {
  const prefix = `pos-${randomUUID().slice(0, 8)}`;
  const [first] = [
    await issue({ reference: `${prefix}-1` }),
    await issue({ reference: `${prefix}-2` }),
  ];
  await operator.open(`/buscar?q=${prefix}`);
  expect(operator.links.filter((link) => link.startsWith('/referencias/'))).toHaveLength(2);
  await operator.open(`/buscar?q=b777-000${first.number}`);
  expect(operator.html).toContain(`/referencias/${first.id}`);
});

test('a RUC leads to the business, and an empty result lists what was tried', async () => {
  await operator.open(`/buscar?q=${business.ruc}`);
  expect(operator.path).toBe(`/negocios/${business.ruc}`);
  await operator.open('/buscar?q=no-existe-nada-asi');
  expect(operator.text).toContain('Nada con «no-existe-nada-asi»');
});

test('the page explains the state of a reference, with personal data masked', async () => {
  const document = await issue({
    client: { documentType: '1', document: '45678912', name: 'María Quispe' },
  });
  await review(document.id);
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toMatch(
    /Qué pasó ?Está en revisión: SUNAT contestó un código desconocido.*«algo nuevo»/,
  );
  expect(operator.text).toMatch(
    /Qué hará el sistema ?Nada por sí solo: espera a que una persona decida/,
  );
  expect(operator.text).toMatch(/Qué puedes hacer ?Mira en SOL si SUNAT tiene este comprobante/);
  expect(operator.html).not.toMatch(/45678912|María|<img/);
  expect(operator.html).toContain('4567****');

  await operator.submit({}, { action: '/mostrar' });
  expect(operator.text).toContain('María Quispe');
  const audit = await panel.db.prisma.audit.findMany({ where: { documentId: document.id } });
  expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
    ['document.reveal', expect.stringMatching(/^panel:operator-/)],
  ]);
});

/** As SUNAT writes it, about a field of the document. */
const quoting = (value: string) =>
  `2022 - no cumple (nodo: "cbc:RegistrationName" valor: "${value}")`;

test('a sale that was issued twice is found from either, without its client', async () => {
  const total = '4321.07';
  const [one, other] = [await issue({ total }), await issue({ total })];
  await operator.open(`/referencias/${one.id}`);
  const link = operator.links.find((each) => each.includes(`monto=${total}`)) ?? '';
  expect(link).not.toContain(one.client.document);
  await operator.open(link);
  expect(operator.links).toEqual(
    expect.arrayContaining([`/referencias/${one.id}`, `/referencias/${other.id}`]),
  );
});

test('the page shows what the API announced in its answer', async () => {
  const { id } = await issue({
    warnings: [{ code: 'total_distinto', at: [], text: 'Enviaste 117.90.' }],
  });
  await operator.open(`/referencias/${id}`);
  expect(operator.text).toMatch(/Advertencias de la API ?total_distinto: Enviaste 117\.90\./);
});

test('what SUNAT quotes of a pending document is masked until it is shown', async () => {
  const { id } = await issue();
  await review(id);
  await panel.db.pool.query('UPDATE emissions SET last_error = $2 WHERE document_id = $1', [
    id,
    quoting('Zulema'),
  ]);
  await panel.db.pool.query(
    `INSERT INTO attempts (document_id, business_id, attempt, step, code, detail)
      VALUES ($1, $2, 1, 'late', '2022', $3)`,
    [id, business.id, quoting('Zulema')],
  );
  const support = await panel.as('support');
  for (const page of [
    `/referencias/${id}`,
    `/referencias?ver=detenidas&ruc=${business.ruc}&motivo=review`,
    `/referencias.csv?ver=detenidas&ruc=${business.ruc}&motivo=review`,
  ]) {
    await support.open(page);
    expect(support.html).toContain('cbc:RegistrationName');
    expect(support.html).not.toContain('Zulema');
  }
  const [act] = await listAudit(panel.db, { scope: business.id, limit: 1 });
  expect(act?.after).toMatchObject({ lista: 'detenidas', filtros: 'en revisión' });
  await operator.open(`/referencias/${id}`);
  expect(operator.html).not.toContain('Zulema');
  await operator.submit({}, { action: '/mostrar' });
  expect(operator.text).toMatch(/Lo último que se anotó.*Zulema.*Línea de tiempo.*Zulema/);
  expect(operator.html.split('id="informe"')[1]).not.toContain('Zulema');
});

test('what SUNAT quotes of a rejected document is masked until it is shown', async () => {
  const { id } = await issue();
  await panel.db.pool.query('DELETE FROM emissions WHERE document_id = $1', [id]);
  await panel.db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
        description, notes, evidence, settled_at)
      VALUES ($1, $2, '{}', 'd', 'q', now(), 'rejected', '2022', $3, $4, 'cdr', now())`,
    [id, business.id, quoting('Zulema'), JSON.stringify([{ code: '4000', text: quoting('Zoe') }])],
  );
  const list = `/referencias.csv?ver=emitidas&ruc=${business.ruc}`;
  const support = await panel.as('support');
  for (const page of [`/referencias/${id}`, list]) {
    await support.open(page);
    expect(support.html).toContain('cbc:RegistrationName');
    expect(support.html).not.toMatch(/Zulema|Zoe/);
  }
  await operator.open(`/referencias?ver=emitidas&ruc=${business.ruc}`);
  await operator.submit({}, { action: '/referencias.csv' });
  expect(operator.html).toContain('Zulema');
  await operator.open(`/referencias/${id}`);
  expect(operator.html).not.toMatch(/Zulema|Zoe/);
  await operator.submit({}, { action: '/mostrar' });
  expect(operator.text).toMatch(/Código de SUNAT.*Zulema.*Observaciones.*Zoe/);
});

test('a text of SUNAT that changes the direction of writing turns no word', async () => {
  const { id } = await issue();
  await review(id);
  await panel.db.pool.query('UPDATE emissions SET last_error = $2 WHERE document_id = $1', [
    id,
    'algo \u202e\u2066\u200fnuevo',
  ]);
  await operator.open(`/referencias/${id}`);
  expect(operator.html).toContain('algo \ufffd\ufffd\ufffdnuevo');
  expect(operator.html).not.toMatch(/\p{Bidi_Control}/u);
});

test('while its business is paused, the page promises no send', async () => {
  const document = await issue();
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toMatch(/Por ahora nada se envía: el envío de este negocio está en pausa/);
  expect(operator.text).toContain('Aunque la reanudes, por ahora nada se envía');
  expect(operator.text).not.toMatch(/en manos de un procesador ahora/);
});

test('a reference is resumed out of review, and the timeline names the user', async () => {
  const document = await issue();
  await review(document.id);
  await operator.open(`/referencias/${document.id}`);
  await operator.submit({}, { action: '/reanudar' });
  expect([operator.path, operator.text]).toEqual([
    `/referencias/${document.id}?hecho=reanudada`,
    expect.stringMatching(/reanudado.*operator-/),
  ]);
});

test('two users resolve a review: one proposes with a reason, another approves', async () => {
  const document = await issue();
  await review(document.id);
  await operator.open(`/referencias/${document.id}`);
  await operator.submit({ como: 'descartada', motivo: 'no' }, { action: '/resolver' });
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringContaining('Di qué se verificó y dónde'),
  ]);
  await operator.submit({ como: 'descartada', motivo: 'x'.repeat(1_001) }, { action: '/resolver' });
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringContaining('de 5 a 1,000 caracteres'),
  ]);
  await operator.submit({ como: 'constructor', motivo: 'consta en SOL' }, { action: '/resolver' });
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringContaining('Elige qué consta'),
  ]);
  await operator.submit({ como: 'aceptada', motivo: 'consta en SOL' }, { action: '/resolver' });
  expect(operator.text).toContain('lo que no se firmó solo puede descartarse');
  await operator.submit(
    { como: 'descartada', motivo: 'no consta en SOL, visto hoy' },
    { action: '/resolver' },
  );
  expect(operator.text).toMatch(
    /Resolver como descartada: espera la aprobación de otra persona.*«no consta en SOL, visto hoy»/,
  );
  expect(operator.html).not.toMatch(/\/aprobar|\/resolver/);
  const colleague = await panel.as('operator');
  await colleague.open('/inicio');
  expect(colleague.text).toContain('Esperan a una segunda persona');
  await colleague.open(
    colleague.links.find((link) => link === `/referencias/${document.id}`) ?? '',
  );
  const inTheWay = path.join(filesDir, 'decisions');
  writeFileSync(inTheWay, '');
  await colleague.submit({}, { action: '/aprobar' });
  expect([colleague.status, colleague.text]).toEqual([
    503,
    expect.stringContaining('El almacén de archivos no guarda la decisión'),
  ]);
  rmSync(inTheWay);
  await colleague.open(`/referencias/${document.id}`);
  await colleague.submit({}, { action: '/aprobar' });
  expect([colleague.path, colleague.text]).toEqual([
    `/referencias/${document.id}?hecho=resuelta`,
    expect.stringMatching(
      /descartaron: según ellas, SUNAT no lo tiene.*la venta se debe emitir otra vez/,
    ),
  ]);
  const entries = (await listAudit(panel.db, { scope: business.id })).filter(
    ({ documentId }) => documentId === document.id,
  );
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
    ['document.resolve', 'no consta en SOL, visto hoy'],
    ['proposal.approve', undefined],
    ['proposal.add', 'no consta en SOL, visto hoy'],
  ]);
  expect(new Set(entries.map(({ actor }) => actor)).size).toBe(2);
  await operator.open(`/referencias/${document.id}`);
  expect(operator.html).not.toContain('/reanudar');

  // the second one shows nothing, so that the first still counts
  await panel.db.pool.query(
    `INSERT INTO inquiries (document_id, business_id, asked_by, answered_at, outcome, answers)
      SELECT $1, $2, 'test', now(), outcome, '[]' FROM unnest(ARRAY['ours_accepted', 'no_answer'])
        AS outcome`,
    [document.id, business.id],
  );
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toContain('SUNAT contestó a una consulta lo contrario');
  expect(operator.text).not.toContain('se debe emitir otra vez');
});

test('only its proposer or an operator withdraws or declines a proposal', async () => {
  const document = await issue();
  await review(document.id);
  const propose = async () => {
    await operator.open(`/referencias/${document.id}`);
    await operator.submit(
      { como: 'descartada', motivo: 'no consta en SOL' },
      { action: '/resolver' },
    );
  };
  await propose();
  const support = await panel.as('support');
  await support.open(`/referencias/${document.id}`);
  expect(support.text).toContain('espera la aprobación de otra persona');
  expect(support.html).not.toContain('/propuestas/');
  await operator.submit({}, { action: '/rechazar' });
  expect(operator.path).toBe(`/referencias/${document.id}?hecho=propuesta_rechazada`);
  await propose();
  const colleague = await panel.as('operator');
  await colleague.open(`/referencias/${document.id}`);
  await operator.submit({}, { action: '/rechazar' });
  await colleague.submit({}, { action: '/aprobar' });
  expect(colleague.status).toBe(404);
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toContain('en revisión');
});

test('without a way to ask SUNAT there is no query button, but a warning', async () => {
  const document = await issue();
  await review(document.id);
  await operator.open(`/referencias/${document.id}`);
  expect(operator.html).not.toContain('/consultar');
  expect(operator.text).toContain('puede volver a enviar el mismo archivo');
  await givesConsult();
  await operator.open(`/referencias/${document.id}`);
  expect(operator.html).toContain('/consultar');
  expect(operator.text).toContain('Reanudar pregunta primero a SUNAT');
});

test('support sees masked data, and may ask SUNAT, also about a review', async () => {
  await givesConsult();
  const support = await panel.as('support');
  const document = await issue();
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'sending', sends = 1, attempts = 1, retry_class = 'unknown' ` +
      `WHERE document_id = $1`,
    [document.id],
  );
  await support.open(`/referencias/${document.id}`);
  expect(support.html).not.toMatch(/\/reanudar|\/mostrar/);
  await support.submit({}, { action: '/consultar' });
  expect(support.path).toBe(`/referencias/${document.id}?hecho=consultada`);
  await review(document.id);
  await support.open(`/referencias/${document.id}`);
  await support.submit({}, { action: '/consultar' });
  expect(support.text).toMatch(
    /en revisión.*Consultando a SUNAT.*Todavía no la toma un procesador/,
  );
});

test('only an operator opens evidence: plain text, recorded in the audit', async () => {
  const document = await issue();
  await review(document.id);
  const said = '<html><script>alert(1)</script>Servicio de María Quispe\u0007</html>';
  await keepEvidence(panel.db, business.id, document.id, said);
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toMatch(/Evidencia.*texto.*bytes.*Abrir/);
  expect(operator.html).not.toContain('Quispe');
  const action = `/referencias/${document.id}/evidencias/`;
  await operator.submit({}, { action });
  expect([operator.status, operator.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('no-store'),
  ]);
  expect(operator.html).not.toContain('<script>alert');
  expect(operator.text).toContain('<script>alert(1)</script>Servicio de María Quispe\ufffd');
  await operator.submit({}, { action: '/descargar' });
  expect(operator.html).toBe(said);
  expect(operator.headers.get('content-disposition')).toMatch(/^attachment/);
  const acts = await panel.db.prisma.audit.findMany({
    where: { documentId: document.id, action: 'evidence.open' },
  });
  expect(acts.map(({ actor }) => actor)).toEqual(
    Array(2).fill(expect.stringMatching(/^panel:operator-/)),
  );

  const [{ id } = { id: 0 }] = await panel.db.prisma.keptAnswer.findMany({
    where: { documentId: document.id },
  });
  const owner = await panel.as('business', business.id);
  const support = await panel.as('support');
  await support.open(`${action}${id}`);
  expect([support.status, support.html]).toEqual([200, expect.not.stringContaining('Quispe')]);
  await owner.open(`${action}${id}`);
  expect(owner.status).toBe(403);
  await panel.db.pool.query(
    `INSERT INTO kept_answers (document_id, business_id, attempt, kind, sha256, bytes, sealed)
      SELECT document_id, business_id, attempt, 'cdr', sha256(sha256), bytes, sealed
      FROM kept_answers WHERE id = $1`,
    [id],
  );
  await support.open(`/referencias/${document.id}`);
  expect(support.text).toContain('constancia (zip)');
  // a zip has no text to be masked
  expect(support.links.filter((link) => link.startsWith(action))).toEqual([`${action}${id}`]);
  for (const other of [support, owner]) {
    await other.open(`/referencias/${document.id}`);
    expect(other.text).toContain('Completa la abre un operador o un administrador');
    const token = /name="ficha" value="([^"]+)"/.exec(other.html)?.[1] ?? '';
    await other.open(`${action}${id}`, {
      method: 'POST',
      body: new URLSearchParams({ ficha: token }),
    });
    expect(other.status).toBe(403);
  }
});

const COMPARED = {
  ours: {
    receiver: '45678912',
    total: '118.00',
    currency: 'PEN',
    issueDate: '2026-11-21',
    digest: 'nuestra=',
    signedAt: '2026-11-21T15:00:00.000Z',
  },
  theirs: {
    said: 'ha sido aceptada',
    code: '0',
    receiver: '20999999990',
    receivedAt: '2026-11-21T14:00:00.000Z',
  },
};

test('a review compares the document with the one of SUNAT, clients masked', async () => {
  const document = await issue();
  await review(document.id);
  await panel.db.pool.query(
    `UPDATE emissions SET review_reason = 'foreign_number', compared = $2 WHERE document_id = $1`,
    [document.id, JSON.stringify(COMPARED)],
  );
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toMatch(
    /Documento del cliente ?4567\*+ ?2099999\*+.*difiere.*Total ?PEN 118.00 ?no lo muestra/,
  );
  expect(operator.text).toMatch(
    /recibido por SUNAT ?21\/11\/2026 10:00:00 ?21\/11\/2026 09:00:00.*llegó antes/,
  );
  expect(operator.html).not.toMatch(/45678912|20999999990/);
  await operator.submit({}, { action: '/mostrar' });
  expect(operator.text).toContain('20999999990');
});

/** Settles a document as a worker does when it presumes an acceptance: without a CDR. */
async function presumed(change: Parameters<typeof issue>[0] = {}) {
  const document = await issue(change);
  await panel.db.pool.query('DELETE FROM emissions WHERE document_id = $1', [document.id]);
  await panel.db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
       description, settled_at, without_cdr, evidence)
      VALUES ($1, $2, $3, 'abc=', 'qr', now(), 'accepted', '1033', 'Aceptado, presumido', now(),
        true, 'presumed')`,
    [document.id, business.id, { ruc: business.ruc, legalName: 'Bodega' }],
  );
  return document;
}

test('a presumed acceptance is shown as presumed', async () => {
  const document = await presumed();
  await operator.open(`/referencias/${document.id}`);
  expect(operator.text).toMatch(
    /aceptado, presumido.*En qué se apoya ?presumido: sin prueba ni CDR/,
  );
  expect(operator.text).toContain('CDR: no lo hay');
});

test('an acceptance with observations says how many, and lists them', async () => {
  const { id } = await presumed();
  const notes = [{ code: '4252', text: 'El dato ingresado es incorrecto' }];
  await panel.db.pool.query(
    `UPDATE outcomes SET evidence = 'cdr', notes = $2 WHERE document_id = $1`,
    [id, JSON.stringify(notes)],
  );
  await operator.open(`/referencias/${id}`);
  expect(operator.text).toContain('SUNAT lo aceptó con 1 observación');
  expect(operator.text).toContain('4252 El dato ingresado es incorrecto');
});

test('the bytes for a ticket printer are downloaded, for each profile', async () => {
  const { id } = await presumed({ sale: aBoleta({ series: 'B777' }) });
  await operator.open(`/referencias/${id}`);
  expect(operator.text).toContain('Para impresora de tickets (ESC/POS)');
  for (const profile of PRINTER_PROFILE_NAMES) {
    const path = `/referencias/${id}/archivos/${profile}`;
    expect(operator.links).toContain(path);
    const file = await operator.fetch(path);
    expect(file.headers.get('content-disposition')).toContain(`.${profile}.bin`);
    const { rows, qrs, cuts } = printOn(Buffer.from(await file.bytes()));
    expect(rows.map(({ text }) => text)).toContain('BOLETA DE VENTA ELECTRÓNICA');
    expect([qrs.map(({ text }) => text), cuts]).toEqual([['qr'], 1]);
  }
});

test('a document that was discarded unsigned has no file to come', async () => {
  const { id } = await issue();
  await discard(panel, business, id);
  for (const file of ['xml', 'cdr', 'a4', 'epson-80']) {
    await operator.open(`/referencias/${id}/archivos/${file}`);
    expect(operator.status).toBe(404);
    expect(operator.text).toContain('Se descartó sin firmarse: no tiene archivos.');
  }
});

test('a stored PDF that is lost is drawn again', async () => {
  const { id } = await presumed({ sale: aBoleta({ series: 'B777' }) });
  await panel.db.pool.query(
    `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      VALUES ($1, 'pdf-a4', $2, 1, 'k/gone.pdf')`,
    [id, Buffer.alloc(32)],
  );
  const file = await operator.fetch(`/referencias/${id}/archivos/a4`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const [page] = await see(Buffer.from(await file.bytes()));
  expect(page?.text).toMatch(/BOLETA DE VENTA ELECTRÓNICA.*se presume aceptada/s);
});

const SIGNER = anIdentity();
const party = (client: string) =>
  `<cac:RecipientParty><cac:PartyIdentification><cbc:ID>1-${client}</cbc:ID>` +
  `</cac:PartyIdentification></cac:RecipientParty>`;

/** A CDR as the authority signs it for the boleta of this number. */
function cdrOf(number: number, { client = '45678912', change = (xml: string) => xml } = {}): Blob {
  const unsigned = unsignedCdr({ extra: party(client) }).replaceAll('B001-1<', `B777-${number}<`);
  const xml = change(signedCdr(unsigned, SIGNER));
  const zip = zipOne(`R-${business.ruc}-03-B777-${number}.xml`, Buffer.from(xml));
  return new Blob([new Uint8Array(zip)]);
}

async function expectSignerListed(): Promise<void> {
  const admin = await panel.as('admin');
  await admin.open('/sunat');
  expect(admin.links).toContain('/sunat/firmantes');
  await admin.open('/sunat/firmantes');
  // capitals begin the names, not an address
  expect(admin.html).toContain('<h2>simulador: nada llega a SUNAT</h2>');
  expect(admin.html).toContain('<h2 class="verbatim">https://ose.example/billService</h2>');
  expect(admin.text).toMatch(
    /Firma rota: va a revisión.*vigente.*SUNAT de prueba.*30\/12\/2034.*prueba/,
  );
}

test('an operator attaches a CDR from SOL, if it is of this document', async () => {
  const signer = { ...readCdrSigner(SIGNER.certificate), authority: 'simulator', source: 'prueba' };
  const by = { actor: 'test' };
  await putCdrSigner(panel.db, by, signer);
  await putCdrSigner(panel.db, by, { ...signer, authority: 'https://ose.example/billService' });
  const { id, number } = await presumed();
  const at = `/referencias/${id}`;
  await operator.open(at);
  const bring = (constancia?: Blob) =>
    operator.submit(
      { nota: 'de SOL, hoy', ...(constancia && { constancia }) },
      { action: '/constancia' },
    );
  const later = (xml: string) => xml.replace('>0</cbc:ResponseCode', '>2017</cbc:ResponseCode');
  const altered = (xml: string) => xml.replace('ha sido', 'no ha sido');
  for (const [wrong, said] of [
    [undefined, 'Elige el archivo'],
    [new Blob(['hola']), 'no es un ZIP legible'],
    [new Blob([new Uint8Array(1_000_001)]), 'excede los límites'],
    [cdrOf(number, { client: '99999999' }), 'otro cliente'],
    [cdrOf(number + 1), 'otro comprobante'],
    [cdrOf(number, { change: later }), 'otra cosa que lo resuelto'],
    // once a signer is registered, an altered CDR is refused
    [cdrOf(number, { change: altered }), 'firma'],
  ] as const) {
    await bring(wrong);
    expect([operator.status, operator.title]).toEqual([422, expect.stringMatching(/^Error: /)]);
    expect(operator.text).toContain(said);
  }
  const nota = 'x'.repeat(1_001);
  await operator.submit({ nota, constancia: cdrOf(number) }, { action: '/constancia' });
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringContaining('Escribe hasta 1,000 caracteres'),
  ]);
  await bring(new Blob([new Uint8Array(1_300_000)]));
  expect([operator.status, operator.text]).toEqual([413, expect.stringContaining('constancia')]);
  await operator.open(at);
  await bring(cdrOf(number));
  expect(operator.path).toBe(`${at}?hecho=constancia`);
  expect(operator.text).toMatch(/En qué se apoya ?CDR.*Firma de la constancia ?válida/i);
  expect(operator.html).not.toContain('/constancia"');
  const kept = await operator.fetch(`${at}/archivos/cdr`);
  expect((await kept.bytes()).subarray(0, 2)).toEqual(new Uint8Array(Buffer.from('PK')));
  await expectSignerListed();
  const [act] = (await listAudit(panel.db, { scope: business.id })).filter(
    ({ documentId }) => documentId === id,
  );
  expect(act).toMatchObject({
    action: 'document.cdr',
    reason: 'de SOL, hoy',
    actor: expect.stringMatching(/^panel:operator-/),
    after: { signature: 'valid' },
  });
});

const UNDER_REVIEW = async () => {
  const document = await issue();
  await review(document.id);
  return document;
};
test.each([
  ['resolver', UNDER_REVIEW, { como: 'descartada', motivo: 'no consta en SOL' }, 'motivo'],
  ['constancia', presumed, { nota: 'de SOL, hoy' }, 'nota'],
] as const)('what was typed in /%s is shown after the session has ended', async (...row) => {
  const [action, make, typed, field] = row;
  const { id: userId, email } = await panel.person('operator');
  const browser = await panel.visitor().open('/ingresar');
  await browser.submit({ correo: email, clave: PASSWORD });
  const { id } = await make();
  await browser.open(`/referencias/${id}`);
  expect(browser.hides(field)).toBe(true);
  await panel.db.pool.query(
    `UPDATE sessions SET seen_at = now() - interval '1 hour' WHERE user_id = $1`,
    [userId],
  );
  await browser.submit(typed, { action: `/${action}` });
  await browser.submit({ correo: email, clave: PASSWORD });
  expect([browser.hides(field), browser.html]).toEqual([
    false,
    expect.stringMatching(/no consta en SOL|de SOL, hoy/),
  ]);
});

test('who attaches a CDR while another one arrives sees that one', async () => {
  const { id, number } = await presumed();
  await operator.open(`/referencias/${id}`);
  const other = await panel.db.pool.connect();
  await other.query('BEGIN');
  await other.query(
    "UPDATE outcomes SET without_cdr = false, evidence = 'cdr' WHERE document_id = $1",
    [id],
  );
  await other.query(
    `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      VALUES ($1, 'cdr', $2, 9, 'x')`,
    [id, randomBytes(32)],
  );
  const upload = operator.submit({ constancia: cdrOf(number) }, { action: '/constancia' });
  await waitFor('the upload waits for the other one', async () => {
    const { rows } = await other.query(
      'SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid',
    );
    return rows.length > 0;
  });
  await other.query('COMMIT');
  other.release();
  await upload;
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringContaining('Mientras tanto el comprobante recibió su constancia'),
  ]);
  expect(operator.text).toMatch(/En qué se apoya ?CDR/);
  expect(operator.html).not.toContain('/constancia"');
});

test('a CDR that was received already is announced, and no upload is offered', async () => {
  const { id } = await presumed();
  const support = await panel.as('support');
  await support.open(`/referencias/${id}`);
  expect(support.html).not.toContain('/constancia');
  await operator.open(`/referencias/${id}`);
  const fence = { documentId: id, businessId: business.id, attempt: 1, worker: 'w' };
  const place = { sha256: randomBytes(32), bytes: 9, sealed: randomBytes(40) };
  const said = { state: 'accepted', code: '0', description: 'aceptada', notes: [] } as const;
  await keepPendingCdr(panel.db, fence, place, { ...said, notes: [] });
  await operator.submit({}, { action: '/constancia' });
  expect(operator.status).toBe(409);
  await operator.open(`/referencias/${id}`);
  expect(operator.text).toContain('espera cifrada en PostgreSQL hasta que un procesador la guarde');
  expect(operator.text).toContain(
    '(CDR) ya llegó; falta que un procesador la ponga entre sus archivos',
  );
  expect(operator.text).toContain('CDR: llegó, todavía no está entre los archivos');
  expect(operator.text).not.toContain('CDR: no lo hay');
  expect(operator.text).not.toContain('no se pudo obtener');
  expect(operator.html).not.toContain('/constancia"');
});

test('a CDR that contradicts the settled state is shown first, with what to do', async () => {
  const { id } = await presumed();
  const fence = { documentId: id, businessId: business.id, attempt: 1, worker: 'w' };
  const place = { sha256: randomBytes(32), bytes: 9, sealed: randomBytes(40) };
  const said = { state: 'rejected', code: '2335', description: 'alterado', notes: [] } as const;
  await keepPendingCdr(panel.db, fence, place, { ...said, notes: [] });
  await panel.db.pool.query(
    `UPDATE pending_cdrs SET conflict = 'other_state' WHERE document_id = $1`,
    [id],
  );
  await operator.open(`/referencias/${id}`);
  expect(operator.text).toMatch(
    /Pero la constancia.*dice lo contrario: SUNAT lo tiene como rechazado \(2335: alterado\)/,
  );
  expect(operator.text).toMatch(/Qué puedes hacer ?Mira en SOL cómo consta este comprobante/);
  expect(operator.text).not.toContain('está hecho');
  expect(operator.text).toContain('contradice lo resuelto: 2335 alterado');
  expect(operator.html).toContain('/constancia"');
});

test('the list of stuck references is paged, the oldest first', async () => {
  const documents = [];
  for (let at = 0; at < 53; at++) documents.push(await issue());
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = ANY ($1)`,
    [documents.map(({ id }) => id)],
  );
  const seen: string[] = [];
  let next = `/referencias?ver=detenidas&ruc=${business.ruc}&motivo=review`;
  for (let pages = 0; next && pages < 20; pages++) {
    await operator.open(next);
    seen.push(...operator.links.filter((link) => /^\/referencias\/\d+$/.test(link)));
    next = operator.links.find((link) => link.includes('desde=')) ?? '';
  }
  const wanted = documents.map(({ id }) => `/referencias/${id}`);
  expect(seen.filter((link) => wanted.includes(link))).toEqual(wanted);
});

test('the page shows the trace of a document that has one, to copy and in its report', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const html = async (traceparent?: string) => {
    const { id } = await issue(traceparent === undefined ? {} : { traceparent });
    return (await operator.open(`/referencias/${id}`)).html;
  };
  const traced = await html(`00-${trace}-b7ad6b7169203331-01`);
  expect(traced).toContain(`<code id="traza">${trace}</code>`);
  expect(traced).toContain('data-copy="traza"');
  expect(traced).toContain(`Traza: ${trace}`);
  expect(traced).not.toContain('no la registra');
  expect(await html(`00-${trace}-b7ad6b7169203331-00`)).toContain('no la registra');
  expect(await html()).not.toContain('traza');
});
