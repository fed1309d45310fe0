/** The lists of references: each filter of the address, alone and together, and paging. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIssuance, type Issuance } from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let issuance: Issuance;
let operator: Browser;
let business: { id: number; ruc: string };
const ids: Record<string, number> = {};
/** The days of the first and the last issue: midnight may pass between them. */
const days = { first: '', last: '' };

beforeAll(async () => {
  panel = await startTestPanel();
  issuance = createIssuance(panel.db);
  operator = await panel.as('operator');
  business = await aBusiness(panel.db, 'B778');
  // paused: no worker claims its documents
  await panel.db.pool.query(`UPDATE businesses SET paused_until = '9999-12-31' WHERE id = $1`, [
    business.id,
  ]);
  const named = (document: string, name: string) => ({
    client: { documentType: '1', document, name },
  });
  days.first = limaToday(new Date());
  ids.pending = await issue({ ...named('45678912', 'María Ñahui Quispe'), total: '118.00' });
  ids.review = await issue({ ...named('45678912', 'María Ñahui Quispe'), total: '59.00' });
  ids.accepted = await issue({
    ...named('20512345678', 'Comercial 7-Eleven S.A.C.'),
    total: '300.50',
  });
  ids.rejected = await issue({ ...named('10456789121', 'Pérez Soto, José'), total: '118.00' });
  days.last = limaToday(new Date());
  await review(ids.review);
  await settled(ids.accepted, 'accepted', '0');
  await settled(ids.rejected, 'rejected', '2335');
});
afterAll(async () => {
  await issuance.close();
  await panel.stop();
});

async function issue(change: Parameters<typeof aDocument>[1]): Promise<number> {
  const sale = { client: { name: 'x' }, payment: 'cash', lines: [] };
  const issued = await issuance.issue(aDocument(business.id, { series: 'B778', sale, ...change }));
  if (issued.is !== 'issued') throw new Error(issued.is);
  return issued.id;
}

const review = (id: number) =>
  panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unknown_code', last_code = '9999',
      deadline = (now() AT TIME ZONE 'America/Lima')::date WHERE document_id = $1`,
    [id],
  );

/** As the worker leaves a document that SUNAT answered. */
async function settled(id: number, state: 'accepted' | 'rejected', code: string) {
  await panel.db.pool.query(
    `WITH gone AS (DELETE FROM emissions WHERE document_id = $1),
      noted AS (INSERT INTO attempts (document_id, business_id, attempt, step, code)
        VALUES ($1, $2, 1, $3, $4))
      INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, sent_at, state,
        code, description, evidence, settled_at)
      VALUES ($1, $2, '{}', 'd', 'q', now(), now(), $3, $4, 'x', 'cdr', now())`,
    [id, business.id, state, code],
  );
}

/** The names of the documents that a list shows, in its order. */
async function listed(query: string): Promise<string[]> {
  await operator.open(`/referencias?ruc=${business.ruc}&${query}`);
  expect(operator.status).toBe(200);
  const names = new Map(Object.entries(ids).map(([name, id]) => [`/referencias/${id}`, name]));
  return operator.links.flatMap((link) => names.get(link) ?? []);
}

test('a mistyped RUC is told in the list, with the filter still there', async () => {
  await operator.open('/referencias?ver=pendientes&ruc=20123456780&tipo=boleta&cliente=ana');
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringContaining('No hay un negocio con ese RUC.'),
  ]);
  expect(operator.html).toContain('value="20123456780"');
  expect(operator.html).toContain('value="ana"');
  expect(operator.html).not.toContain('/operaciones/nueva');
  expect((await operator.fetch('/referencias.csv?ruc=20123456780')).status).toBe(404);
  const admin = await panel.as('admin');
  await admin.open('/auditoria?ruc=20123456780&del=2026-11-01');
  expect(admin.text).toContain('No hay un negocio con ese RUC.');
  expect(admin.html).toContain('value="2026-11-01"');
});

test.each([
  ['ver=emitidas', ['rejected', 'accepted', 'review', 'pending']],
  ['ver=rechazadas', ['rejected']],
  ['ver=pendientes', ['pending', 'review']],
  ['ver=detenidas', ['pending', 'review']],
  ['ver=emitidas&estado=aceptado', ['accepted']],
  ['ver=emitidas&estado=rechazado', ['rejected']],
  ['ver=emitidas&estado=pendiente', ['pending']],
  ['ver=emitidas&estado=revision', ['review']],
  ['ver=emitidas&estado=presumido', []],
  ['ver=emitidas&estado=sin-cdr', []],
  ['ver=pendientes&motivo=unknown_code', ['review']],
  ['ver=detenidas&motivo=review', ['review']],
  ['ver=pendientes&vence=hoy', ['review']],
  ['ver=detenidas&vence=hoy', ['review']],
  ['ver=emitidas&cliente=45678912', ['review', 'pending']],
  ['ver=emitidas&cliente=jose+perez', ['rejected']],
  ['ver=emitidas&cliente=7-ELEVEN', ['accepted']],
  ['ver=detenidas&cliente=ñahui', ['pending', 'review']],
  ['ver=emitidas&monto=118', ['rejected', 'pending']],
  ['ver=emitidas&monto=S/+100-400', ['rejected', 'accepted', 'pending']],
  ['ver=emitidas&monto=118&cliente=45678912', ['pending']],
  ['ver=rechazadas&codigo=2335', ['rejected']],
  ['ver=rechazadas&codigo=2336', []],
  ['ver=pendientes&codigo=9999', ['review']],
  ['ver=emitidas&tipo=factura', []],
  ['ver=emitidas&serie=B778.simulado&monto=59', ['review']],
  ['ver=emitidas&al=2026-01-01', []],
  ['ver=rechazadas&respuesta_desde=2026-01-01T07:30', ['rejected']],
  ['ver=rechazadas&respuesta_desde=2099-01-01', []],
])('%s lists %j', async (query, names) => {
  expect(await listed(query)).toEqual(names);
});

test.each(['referencias?ver=detenidas', 'referencias?ver=pendientes', 'salud/revision?'])(
  'a page of /%s whose rows have left it leads to the beginning of the list',
  async (address) => {
    await operator.open(`/${address}&ruc=${business.ruc}&hasta=1`);
    expect(operator.text).toMatch(/No queda nada en esta página\..*← Al comienzo/);
  },
);

test.each([
  ['rechazadas', 'respuesta_desde=2026-01-01T07:30'],
  ['emitidas', 'del=2026-01-01T07:30:15'],
  ['emitidas', 'al=2026-01-01T07:30'],
  ['pendientes', 'vence=2099-01-01'],
  ['emitidas', 'serie=B778.simulado'],
])('the filters of %s keep %s when others change', async (tab, given) => {
  await listed(`ver=${tab}&${given}`);
  await operator.submit({ tipo: 'boleta' }, { action: '/referencias' });
  const query = new URL(operator.path, operator.url).searchParams;
  expect([...query].filter(([, value]) => value !== '').sort()).toEqual(
    [...new URLSearchParams(`ver=${tab}&ruc=${business.ruc}&tipo=boleta&${given}`)].sort(),
  );
});

test('the days of issue limit the list', async () => {
  expect(await listed(`ver=emitidas&del=${days.first}&al=${days.last}`)).toEqual([
    'rejected',
    'accepted',
    'review',
    'pending',
  ]);
});

test('a filter is told in words and taken off; one that cannot be read is told too', async () => {
  await listed('ver=emitidas&estado=rechazado&monto=118');
  expect(operator.text).toContain('Filtrado: rechazado · total 118.00');
  expect(operator.links).toContain(`/referencias?ver=emitidas&ruc=${business.ruc}`);
  await panel.db.pool.query('UPDATE emissions SET deadline = deadline - 1 WHERE document_id = $1', [
    ids.review,
  ]);
  expect(await listed('ver=pendientes&vence=hoy')).toEqual(['review']);
  expect(operator.text).toContain('Filtrado: vence hoy o ya venció');
  expect(await listed('ver=emitidas&monto=mucho')).toHaveLength(4);
  expect(operator.text).toContain('Total: «mucho». La lista no lo toma en cuenta.');
  const long = 'xyz+'.repeat(100);
  expect(await listed(`ver=emitidas&cliente=${long}`)).toHaveLength(4);
  expect(operator.text).toContain('Un filtro no se entendió');
});

test.each([
  ['ver=rechazadas&estado=aceptado', 1, 'Estado: «aceptado»'],
  ['ver=rechazadas&vence=hoy', 1, 'Vence: «hoy»'],
  ['ver=detenidas&estado=aceptado&monto=59', 1, 'Estado: «aceptado»'],
  ['ver=detenidas&motivo=unknown_code', 2, 'Motivo: «unknown_code»'],
  ['ver=detenidas&respuesta_desde=2026-01-01', 2, 'Respuesta desde: «2026-01-01»'],
])('%s: a filter that the list does not use is told', async (query, shown, told) => {
  expect(await listed(query)).toHaveLength(shown);
  expect(operator.text).toContain(`${told}. Se muestran todas, sin ese filtro.`);
});

test('a list used as a plan refuses a filter that it does not use', async () => {
  await operator.open(`/operaciones/nueva?ver=detenidas&ruc=${business.ruc}&estado=aceptado`);
  expect([operator.status, operator.text]).toEqual([400, expect.stringContaining('estado')]);
});

test('a view without a name is a fault of its form, on the list that it was on', async () => {
  await listed('ver=rechazadas&codigo=2336');
  await operator.submit({ nombre: ' ' }, { action: '/vistas' });
  expect([operator.status, operator.title]).toEqual([422, expect.stringMatching(/^Error: /)]);
  expect(operator.text).toMatch(/Escribe un nombre de 1 a 60 letras.*Filtrado: código 2336/);
  await operator.submit({ nombre: 'Los demás' }, { action: '/vistas' });
  expect(operator.path).toContain('codigo=2336&hecho=vista_guardada');
});

test('the filters go along to another tab', async () => {
  await listed('ver=emitidas&monto=118&cliente=45678912&estado=pendiente');
  const [link] = operator.links.filter((each) => each.includes('ver=pendientes'));
  expect(link).toBe(`/referencias?ver=pendientes&ruc=${business.ruc}&cliente=45678912&monto=118`);
});

test.each([
  ['ver=pendientes&estado=rechazado', 2, 'Estado: «rechazado»'],
  ['ver=pendientes&vence=2026-02-31', 2, 'Vence: «2026-02-31»'],
  ['ver=emitidas&del=2026-02-31', 4, 'Creado desde: «2026-02-31»'],
  ['ver=emitidas&monto=100-200-300', 4, 'Total: «100-200-300»'],
])('%s holds a text that this list does not take, and says so', async (query, rows, told) => {
  expect(await listed(query)).toHaveLength(rows);
  expect(operator.text).toContain(`${told}. La lista no lo toma en cuenta.`);
  const file = await operator.fetch(`/referencias.csv?${query}&ruc=${business.ruc}`);
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(1 + rows);
});

test('a view keeps a hostile name as text, without a character that is none', async () => {
  await listed('ver=emitidas&monto=7');
  const name = '"><script>alert(1)</script>';
  await operator.submit({ nombre: `${name}\0` }, { action: '/vistas' });
  expect(operator.status).toBe(200);
  expect(operator.html).not.toContain('<script>alert');
  expect(operator.text).toContain(name);
});

test('the client is masked in a list', async () => {
  await listed('ver=emitidas');
  expect(operator.text).toContain('4567****');
  expect(operator.html).not.toMatch(/45678912|Quispe/);
});

test('a view is saved under a name, is the own of its user, and can be deleted', async () => {
  await listed('ver=rechazadas&codigo=2335');
  await operator.submit({ nombre: 'Los 2335' }, { action: '/vistas' });
  const address = `/referencias?ver=rechazadas&ruc=${business.ruc}&codigo=2335`;
  expect(operator.path).toBe(`${address}&hecho=vista_guardada`);
  await operator.open('/referencias?ver=emitidas');
  expect(operator.links).toContain(address);
  const colleague = await panel.as('support');
  await colleague.open('/referencias?ver=emitidas');
  expect(colleague.text).not.toContain('Los 2335');
  const views = await panel.db.prisma.savedView.findMany({ where: { name: 'Los 2335' } });
  await colleague.submit({}, { action: '/vistas' });
  expect(colleague.status).toBe(422);
  expect(await deleted(colleague, views[0]?.id)).toBe(404);
  expect(await deleted(operator, views[0]?.id)).toBe(303);
  await operator.open('/referencias?ver=emitidas');
  expect(operator.links).not.toContain(address);
});

/** The status of the form that deletes a view. */
async function deleted(browser: Browser, id: number | undefined): Promise<number> {
  await browser.open('/referencias?ver=emitidas');
  const ficha = /name="ficha" value="([^"]+)"/.exec(browser.html)?.[1] ?? '';
  const body = new URLSearchParams({ ficha });
  return (await browser.fetch(`/vistas/${id}/borrar`, { method: 'POST', body })).status;
}

test('an accepted document without its CDR is listed under that reason', async () => {
  await panel.db.pool.query(
    `UPDATE outcomes SET without_cdr = true, settled_at = now() - interval '20 minutes'
      WHERE document_id = $1`,
    [ids.accepted],
  );
  expect(await listed('ver=detenidas&motivo=without_cdr')).toEqual(['accepted']);
  expect(await listed('ver=detenidas&motivo=without_cdr&vence=hoy')).toEqual([]);
});

test('a document that was never claimed is listed with its cause, also as CSV', async () => {
  await panel.db.pool.query('UPDATE businesses SET paused_until = NULL WHERE id = $1', [
    business.id,
  ]);
  await panel.db.pool.query(
    `UPDATE emissions SET created_at = now() - interval '2 minutes' WHERE document_id = $1`,
    [ids.pending],
  );
  const query = `ruc=${business.ruc}&ver=detenidas&motivo=untouched`;
  const { text } = await operator.open(`/referencias?${query}`);
  expect(text).toContain('nadie lo ha tomadono hay ningún procesador en marcha');
  const csv = await (await operator.fetch(`/referencias.csv?${query}`)).text();
  expect(csv).toContain('no hay ningún procesador en marcha');
});
