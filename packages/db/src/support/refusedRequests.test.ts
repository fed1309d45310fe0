/** Tests the list of refused requests and its bound. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aCredential, aDb, aDocument } from '../../testing/aDocument.js';
import { createIssuance } from '../issuing/issuance.js';
import {
  groupRefusedRequests,
  listRefusedRequests,
  MAX_REFUSED_REQUESTS,
  type RefusedRequest,
  saveRefusedRequests,
} from './refusedRequests.js';

const db = aDb();
afterAll(() => db.close());

async function aCaller() {
  const { id: businessId } = await aBusiness(db, 'B001');
  const credentialId = await aCredential(db, businessId);
  const refused = (change: Partial<RefusedRequest> = {}): RefusedRequest => ({
    businessId,
    credentialId,
    at: new Date(),
    call: 'POST /v1/boletas',
    status: 422,
    code: 'datos_invalidos',
    fields: ['serie', 'items.#.cantidad'],
    reference: null,
    requestId: randomUUID(),
    tookMs: 3,
    ...change,
  });
  return { businessId, refused };
}

test('refused requests are listed newest first, by code, with their document', async () => {
  const { businessId, refused } = await aCaller();
  const issuance = createIssuance(db);
  const document = aDocument(businessId);
  const issued = await issuance.issue(document);
  await issuance.close();
  const conflict = refused({
    status: 409,
    code: 'referencia_con_otros_datos',
    fields: [],
    reference: document.reference,
  });
  await saveRefusedRequests(db, [refused(), conflict, refused()]);
  const all = await listRefusedRequests(db, businessId, { limit: 10 });
  expect(all.map(({ code }) => code)).toEqual([
    'datos_invalidos',
    'referencia_con_otros_datos',
    'datos_invalidos',
  ]);
  expect(all[1]).toMatchObject({
    ...conflict,
    credential: 'Caja',
    documentId: issued.is === 'issued' ? issued.id : 0,
  });
  expect(
    await listRefusedRequests(db, businessId, {
      code: 'datos_invalidos',
      from: all[0]?.id,
      limit: 10,
    }),
  ).toMatchObject([{ id: all[2]?.id }]);
  expect(
    await listRefusedRequests(db, businessId, { from: all[2]?.id, back: true, limit: 1 }),
  ).toMatchObject([{ id: all[1]?.id }]);
  expect(await groupRefusedRequests(db, businessId)).toMatchObject([
    { code: 'datos_invalidos', count: 2, fields: ['serie', 'items.#.cantidad'] },
    { code: 'referencia_con_otros_datos', count: 1, fields: [] },
  ]);
});

test('the newest thousand of a business are kept, and none of another is deleted', async () => {
  const [loud, quiet] = [await aCaller(), await aCaller()];
  await saveRefusedRequests(db, [quiet.refused()]);
  for (let time = 0; time < 3; time++)
    await saveRefusedRequests(
      db,
      Array.from({ length: 500 }, () => loud.refused()),
    );
  await saveRefusedRequests(db, [loud.refused({ code: 'el_ultimo' })]);
  const count = async (id: number) =>
    (await db.pool.query('SELECT FROM refused_requests WHERE business_id = $1', [id])).rowCount;
  expect(await count(loud.businessId)).toBe(MAX_REFUSED_REQUESTS + 1);
  expect(await count(quiet.businessId)).toBe(1);
  expect(await listRefusedRequests(db, loud.businessId, { limit: 1 })).toMatchObject([
    { code: 'el_ultimo' },
  ]);
});
