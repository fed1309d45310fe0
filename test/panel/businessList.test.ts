/** The list of businesses: its filters, its orders and its pages. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addCredential,
  createIssuance,
  saveRefusedRequests,
  setBusinessState,
  updateBusiness,
} from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { giveCertificate } from '../support/senders.js';
import type { Browser } from './browser.js';

const BY = { actor: 'test' };
/** In the name of every business here, and of no other. */
const word = `Lista${randomUUID().slice(0, 8)}`;

let panel: TestPanel;
let admin: Browser;
const rucs: Record<string, string> = {};

beforeAll(async () => {
  panel = await startTestPanel();
  admin = await panel.as('admin');
  const expired = await named('expired');
  await certificate(expired, -1);
  const soon = await named('soon');
  await certificate(soon, 5);
  const suspended = await named('suspended');
  await certificate(suspended, 90);
  await setBusinessState(panel.db, BY, suspended, 'suspended');
  const missing = await named('missing');
  await reject(missing);
  await refuse(soon, 3);
});
afterAll(() => panel.stop());

async function named(name: string): Promise<number> {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  await updateBusiness(panel.db, BY, id, { legalName: `Bodega ${word} ${name}` });
  rucs[name] = ruc;
  return id;
}

/** Good for so many days more. */
async function certificate(businessId: number, days: number): Promise<void> {
  await giveCertificate(panel.db, businessId);
  await panel.db.pool.query(
    `UPDATE certificates SET not_before = now() - interval '1 year',
      not_after = now() + $2 * interval '1 day' WHERE business_id = $1`,
    [businessId, days],
  );
}

/** @returns the id of the document */
async function reject(businessId: number): Promise<number> {
  const issuance = createIssuance(panel.db);
  const issued = await issuance.issue(aDocument(businessId));
  await issuance.close();
  if (issued.is !== 'issued') throw new Error(issued.is);
  await panel.db.pool.query(
    `WITH gone AS (DELETE FROM emissions WHERE document_id = $1)
      INSERT INTO attempts (document_id, business_id, attempt, step, code)
      VALUES ($1, $2, 1, 'rejected', '2335')`,
    [issued.id, businessId],
  );
  return issued.id;
}

/** Copies a rejected document as one that was issued days earlier, and answered hours ago. */
async function rejectLater(documentId: number, days: number, hoursAgo: number): Promise<void> {
  await panel.db.pool.query(
    `WITH earlier AS (
      INSERT INTO documents SELECT (jsonb_populate_record(d, jsonb_build_object(
          'id', d.id - $2 * 86400000::bigint * 1024, 'number', d.number + $2))).*
        FROM documents d WHERE id = $1 RETURNING id, business_id)
      INSERT INTO attempts (document_id, business_id, attempt, step, code, at)
      SELECT id, business_id, 1, 'rejected', '2335', now() - $3 * interval '1 hour' FROM earlier`,
    [documentId, days, hoursAgo],
  );
}

async function refuse(businessId: number, calls: number): Promise<void> {
  const key = { name: 'caja', apiKey: randomUUID(), secretHash: randomBytes(32) };
  const { id } = await addCredential(panel.db, BY, { businessId, ...key });
  const refused = Array.from({ length: calls }, () => ({
    businessId,
    credentialId: id,
    at: new Date(),
    call: 'POST /v1/boletas',
    status: 422,
    code: 'datos_invalidos',
    fields: [],
    reference: null,
    requestId: randomUUID(),
    tookMs: 1,
  }));
  await saveRefusedRequests(panel.db, refused);
}

/** The businesses that the list shows, in its order. */
async function listed(query: string): Promise<string[]> {
  await admin.open(`/negocios?texto=${word}&${query}`);
  expect(admin.status).toBe(200);
  const names = new Map(Object.entries(rucs).map(([name, ruc]) => [`/negocios/${ruc}`, name]));
  return admin.links.flatMap((link) => names.get(link) ?? []);
}

test.each([
  ['', ['missing', 'suspended', 'soon', 'expired']],
  ['orden=certificado', ['expired', 'soon', 'suspended', 'missing']],
  ['orden=errores', ['soon', 'missing', 'expired', 'suspended']],
  ['estado=suspendido', ['suspended']],
  ['estado=activo&orden=certificado', ['expired', 'soon', 'missing']],
  ['certificado=vencido', ['expired']],
  ['certificado=7', ['soon']],
  ['certificado=30', ['soon']],
  ['certificado=falta', ['missing']],
  ['estado=borrador', []],
])('%s lists %j', async (query, names) => {
  expect(await listed(query)).toEqual(names);
});

test('a certificate that ends soon has its date too', async () => {
  await listed('certificado=7');
  expect(admin.text).toMatch(/vence el \d\d\/\d\d\/20\d\d, en \d días/);
});

test.each(['%', '_', '\\', '%%%', "' OR '1'='1"])('no name holds %j', async (text) => {
  await admin.open(`/negocios?texto=${encodeURIComponent(text)}`);
  expect(admin.status).toBe(200);
  expect(admin.text).toContain(`Ninguno con «${text}».`);
});

test.each(['corporacion peru', 'CORPÓRACION, PERÚ S.A'])(
  'a name is found with an accent less or more: %s',
  async (text) => {
    const id = await named('accented');
    const legalName = `${word} CORPORACIÓN PERÚ S.A.C.`;
    await updateBusiness(panel.db, BY, id, { legalName });
    await admin.open(`/negocios?texto=${encodeURIComponent(`${word} ${text}`)}`);
    expect(admin.links).toContain(`/negocios/${rucs.accented}`);
  },
);

test('the errors of a day lead to their lists', async () => {
  await listed('orden=errores');
  expect(admin.links).toContain(`/negocios/${rucs.soon}/registro?ver=rechazadas`);
  const rejected = admin.links.find((link) => link.includes(`rechazadas&ruc=${rucs.missing}`));
  expect(rejected).toMatch(/&del=\d{4}-\d\d-\d\dT.*&respuesta_desde=\d{4}-\d\d-\d\dT/);
  expect(admin.text).toContain('3 en la API');
  expect(admin.text).toContain('1 en SUNAT');
});

test('a rejection counts on the day of the answer, of a document of the last 15 days', async () => {
  const late = await named('late');
  const documentId = await reject(late);
  await rejectLater(documentId, 3, 1);
  await rejectLater(documentId, 4, 30);
  await rejectLater(documentId, 14, 2);
  await rejectLater(documentId, 16, 2);
  await listed('orden=errores');
  expect(admin.text).toContain('3 en SUNAT');
});

test('the next page is found after the last business of the page left the filter', async () => {
  const more = `Pagina${randomUUID().slice(0, 8)}`;
  const { rows } = await panel.db.pool.query<{ id: number }>(
    `INSERT INTO businesses (ruc, legal_name, state)
      SELECT ($2::bigint + number)::text, $1 || number, 'active'
      FROM generate_series(1, 60) AS number RETURNING id`,
    [more, 10_000_000_000 + 100 * randomInt(1e7)],
  );
  await admin.open(`/negocios?texto=${more}&estado=activo`);
  const next = admin.links.find((link) => /[?&]desde=/.test(link)) ?? '';
  const last = Number(new URLSearchParams(next.split('?')[1]).get('desde'));
  await setBusinessState(panel.db, BY, last, 'suspended');
  await admin.open(next);
  const shown = admin.links.filter((link) => /^\/negocios\/\d{11}$/.test(link));
  expect(shown).toHaveLength(rows.filter(({ id }) => id < last).length);
  await panel.db.pool.query('DELETE FROM businesses WHERE legal_name LIKE $1', [`${more}%`]);
});

test('a page of any order begins where the last one ended', async () => {
  for (const order of ['recientes', 'certificado', 'errores']) {
    const seen: string[] = [];
    await admin.open(`/negocios?orden=${order}`);
    for (let page = 0; page < 50; page++) {
      seen.push(...admin.links.filter((link) => /^\/negocios\/\d{11}$/.test(link)));
      const next = admin.links.find((link) => /[?&]desde=/.test(link));
      if (!next) break;
      await admin.open(next);
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const ruc of Object.values(rucs)) expect(seen).toContain(`/negocios/${ruc}`);
  }
});
