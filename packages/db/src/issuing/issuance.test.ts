/** Tests issuing: numbers, replays, chosen numbers, refusals. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import {
  aBusiness,
  aDb,
  aDocument,
  BY,
  IN_A_WEEK,
  numbersOf,
  oneTo,
} from '../../testing/aDocument.js';
import { activateSeries, deactivateSeries, setNextNumber } from '../admin/series.js';
import { createIssuance } from './issuance.js';
import { type Issued, type NewDocument, Overloaded } from './newDocument.js';

const db = aDb();
const otherDb = aDb();
const issuance = createIssuance(db);
const otherIssuance = createIssuance(otherDb);
afterAll(async () => {
  await Promise.all([issuance.close(), otherIssuance.close()]);
  await Promise.all([db.close(), otherDb.close()]);
});

const otherHash = (document: NewDocument): NewDocument => ({
  ...document,
  hash: Buffer.alloc(32, 7),
  total: '2.00',
});
const numberOf = (issued: Issued) => (issued.is === 'issued' ? issued.number : issued.is);
const storedOf = (issued: Issued) => {
  if (!('answer' in issued)) throw new Error(`${issued.is} has no stored answer`);
  return { id: issued.id, answer: issued.answer };
};
const countOf = (results: Issued[], is: Issued['is']) =>
  results.filter((result) => result.is === is).length;

/** Issues like an integrator: an overloaded queue on a slow machine is asked again. */
async function issueUntilTaken(issue: () => Promise<Issued>): Promise<Issued> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await issue();
    } catch (error) {
      if (attempt === 100 || !(error instanceof Overloaded)) throw error;
      await setTimeout(50);
    }
  }
}

/** Callers that issue one document after another. */
async function callers(
  count: number,
  each: number,
  issue: (caller: number) => Promise<Issued>,
): Promise<Issued[]> {
  const call = async (_: unknown, caller: number) => {
    const results: Issued[] = [];
    for (let done = 0; done < each; done += 1) {
      results.push(await issueUntilTaken(() => issue(caller)));
    }
    return results;
  };
  return (await Promise.all(Array.from({ length: count }, call))).flat();
}

test('64 callers get every number of a series once, without gaps', async () => {
  const { id } = await aBusiness(db, 'B001');
  const results = await callers(64, 10, () => issuance.issue(aDocument(id)));
  expect(results.map(numberOf).sort((a, b) => Number(a) - Number(b))).toEqual(oneTo(640));
  expect(await numbersOf(db, id)).toEqual(oneTo(640));
});

test('two processes number mixed series without gaps, duplicates or deadlocks', async () => {
  const codes = Array.from({ length: 10 }, (_, index) => [`B00${index}`, `F00${index}`]).flat();
  const { id } = await aBusiness(db, ...codes);
  const deadlocks = async () =>
    (
      await db.pool.query<{ deadlocks: string }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      )
    ).rows[0]?.deadlocks;
  const before = await deadlocks();
  let next = 0;
  await callers(64, 10, (caller) => {
    next += 7;
    return (caller % 2 ? issuance : otherIssuance).issue(
      aDocument(id, { series: codes[next % codes.length] as string }),
    );
  });
  for (const code of codes) expect(await numbersOf(db, id, code)).toEqual(oneTo(32));
  await db.pool.query('SELECT pg_stat_force_next_flush()');
  expect(await deadlocks()).toBe(before);
});

test('a replay returns the bytes of the first answer, as the database has them', async () => {
  const { id } = await aBusiness(db, 'B001');
  const document = aDocument(id);
  const first = await issuance.issue(document);
  const stored = await db.prisma.document.findFirstOrThrow({ where: { businessId: id } });
  expect(first).toEqual({
    is: 'issued',
    id: Number(stored.id),
    number: 1,
    answer: stored.answer,
    environment: 'simulado',
  });
  expect(JSON.parse(stored.answer)).toEqual({
    datos: {
      id: Number(stored.id),
      numero_completo: 'B001-1',
      archivos: `/v1/boletas/${stored.id}/pdf`,
    },
  });
  const replay = { is: 'replay', id: Number(stored.id), answer: stored.answer };
  expect(await otherIssuance.issue({ ...document, requestId: 'another' })).toEqual(replay);
  expect(await issuance.lookUp(id, document.reference, document.hash)).toEqual(replay);
  expect(await numbersOf(db, id)).toEqual([1]);
});

test('the stored document is the given one', async () => {
  const { id } = await aBusiness(db, 'F001');
  const document = aDocument(id, { series: 'F001', warnings: [{ code: '4000' }] });
  await issuance.issue(document);
  const stored = await db.prisma.document.findFirstOrThrow({
    where: { businessId: id },
  });
  const emission = await db.prisma.emission.findUnique({ where: { documentId: stored.id } });
  const { kind, sale, totals, warnings, reference, requestId, currency } = stored;
  expect({ kind, sale, totals, warnings, reference, requestId, currency }).toEqual({
    kind: 'factura',
    sale: JSON.parse(document.sale),
    totals: JSON.parse(document.totals),
    warnings: [{ code: '4000' }],
    reference: document.reference,
    requestId: document.requestId,
    currency: 'PEN',
  });
  expect(stored.clientName).toBe(document.client.name);
  expect(stored.total.toFixed(2)).toBe('118.00');
  expect(emission).toMatchObject({
    stage: 'recorded',
    dispatches: 1,
    attempts: 0,
    businessId: id,
  });
  expect(emission?.deadline.toISOString().slice(0, 10)).toBe(IN_A_WEEK);
  expect((emission?.nextAt as Date) > stored.createdAt).toBe(true);
});

test('a known reference with another request is refused, and nothing is overwritten', async () => {
  const { id } = await aBusiness(db, 'B001');
  const document = aDocument(id);
  const first = await issuance.issue(document);
  const different = { is: 'different', ...storedOf(first) };
  expect(await issuance.issue(otherHash(document))).toEqual(different);
  expect(await issuance.lookUp(id, document.reference, Buffer.alloc(32, 7))).toEqual(different);
  expect(
    (await db.prisma.document.findFirstOrThrow({ where: { businessId: id } })).total.toFixed(2),
  ).toBe('118.00');
  expect(await numbersOf(db, id)).toEqual([1]);
});

test.each([
  ['one process', [issuance, issuance]],
  ['two processes', [issuance, otherIssuance]],
])(
  'of equal calls in %s one issues a document, and all others get its answer',
  async (_, issuers) => {
    const { id } = await aBusiness(db, 'B001');
    const document = aDocument(id);
    const results = await Promise.all(
      Array.from(
        { length: 20 },
        (__, i) =>
          issuers[i % 2]?.issue({ ...document, requestId: `call-${i}` }) as Promise<Issued>,
      ),
    );
    expect([countOf(results, 'issued'), countOf(results, 'replay')]).toEqual([1, 19]);
    expect(new Set(results.map((result) => (result as { answer: string }).answer)).size).toBe(1);
    expect(await numbersOf(db, id)).toEqual([1]);
  },
);

test.each([
  ['one process', [issuance, issuance]],
  ['two processes', [issuance, otherIssuance]],
])('of calls with one reference and different data in %s one issues', async (_, issuers) => {
  const { id } = await aBusiness(db, 'B001');
  const document = aDocument(id);
  const results = await Promise.all(
    issuers.map((one, i) => one.issue(i ? otherHash(document) : document)),
  );
  expect([countOf(results, 'issued'), countOf(results, 'different')]).toEqual([1, 1]);
  expect(await numbersOf(db, id)).toEqual([1]);
});

test('two businesses may use the same reference', async () => {
  const [one, other] = [await aBusiness(db, 'B001'), await aBusiness(db, 'B001')];
  const results = await Promise.all(
    [one, other].map(({ id }) => issuance.issue(aDocument(id, { reference: 'venta-1' }))),
  );
  expect(results.map(numberOf)).toEqual([1, 1]);
});

test('a reference in review answers `review` to its request, `different` to another', async () => {
  const { id } = await aBusiness(db, 'B001');
  const document = aDocument(id);
  const first = await issuance.issue(document);
  const stored = storedOf(first);
  await db.prisma.reference.updateMany({ where: { businessId: id }, data: { state: 'review' } });
  expect(await issuance.issue(document)).toEqual({ is: 'review', ...stored });
  expect(await issuance.lookUp(id, document.reference, document.hash)).toEqual({
    is: 'review',
    ...stored,
  });
  expect(await issuance.issue(otherHash(document))).toEqual({ is: 'different', ...stored });
});

test('an unknown reference has no result', async () => {
  const { id } = await aBusiness(db, 'B001');
  expect(await issuance.lookUp(id, 'nunca', Buffer.alloc(32))).toBeUndefined();
});

test('a number of the caller is used if free; the series goes on after the highest', async () => {
  const { id } = await aBusiness(db, 'B001');
  const number = async (chosen?: number) =>
    numberOf(await issuance.issue(aDocument(id, { number: chosen })));
  expect([
    await number(10),
    await number(),
    await number(3),
    await number(),
    await number(10),
    await number(12),
  ]).toEqual([10, 11, 3, 12, 'number_taken', 'number_taken']);
  expect(await numbersOf(db, id)).toEqual([3, 10, 11, 12]);
});

test('a refused number leaves its reference free', async () => {
  const { id } = await aBusiness(db, 'B001');
  await issuance.issue(aDocument(id, { number: 5 }));
  const document = aDocument(id, { number: 5 });
  expect(await issuance.issue(document)).toEqual({ is: 'number_taken' });
  expect(await issuance.lookUp(id, document.reference, document.hash)).toBeUndefined();
  expect(await issuance.issue({ ...document, number: 6 })).toMatchObject({
    is: 'issued',
    number: 6,
  });
});

test('chosen and following numbers that are issued together are each used once', async () => {
  const { id } = await aBusiness(db, 'B001');
  const chosen = [2, 2, 500, 500, 501, 4].map((number) => aDocument(id, { number }));
  const following = oneTo(60).map(() => aDocument(id));
  const all = [...following, ...chosen].sort((a, b) => (a.reference < b.reference ? -1 : 1));
  const results = await Promise.all(all.map((document) => issuance.issue(document)));
  const numbers = await numbersOf(db, id);
  expect(numbers.length).toBe(countOf(results, 'issued'));
  expect(countOf(results, 'issued') + countOf(results, 'number_taken')).toBe(66);
  expect(numbers).toEqual(expect.arrayContaining([500, 501]));
  expect(await numberOf(await issuance.issue(aDocument(id)))).toBe((numbers.at(-1) as number) + 1);
});

test('a series ends at 99999999, and later documents are refused', async () => {
  const { id } = await aBusiness(db, 'B001');
  await setNextNumber(db, BY, id, 'B001', 99_999_998);
  const results = await Promise.all(oneTo(5).map(() => issuance.issue(aDocument(id))));
  expect(results.map(numberOf)).toEqual([
    99_999_998,
    99_999_999,
    'series_exhausted',
    'series_exhausted',
    'series_exhausted',
  ]);
  expect(await numberOf(await issuance.issue(aDocument(id)))).toBe('series_exhausted');
});

test('a closed, unknown or other kind’s series fails alone and uses no reference', async () => {
  const { id } = await aBusiness(db, 'B001', 'B002', 'F001');
  await deactivateSeries(db, BY, id, 'B002');
  const closed = aDocument(id, { series: 'B002' });
  const documents = [
    aDocument(id),
    closed,
    aDocument(id, { series: 'B999' }),
    aDocument(id, { series: 'F001', kind: 'boleta' }),
    aDocument(id),
  ];
  const results = await Promise.all(documents.map((document) => issuance.issue(document)));
  expect(results.map(numberOf)).toEqual([1, 'series_closed', 'series_closed', 'series_closed', 2]);
  await activateSeries(db, BY, id, 'B002');
  expect(await issuance.issue(closed)).toMatchObject({ is: 'issued', number: 1 });
});

test('a document that the database refuses does not fail the others of its batch', async () => {
  const { id } = await aBusiness(db, 'B001');
  const bad = aDocument(id, { total: '-1' });
  const documents = [aDocument(id), aDocument(id), bad, aDocument(id)];
  const results = await Promise.allSettled(documents.map((document) => issuance.issue(document)));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(results[2]).toMatchObject({ reason: { constraint: 'documents_total_check' } });
  expect(await numbersOf(db, id)).toEqual([1, 2, 3]);
  expect(await issuance.lookUp(id, bad.reference, bad.hash)).toBeUndefined();
});

test('documents of 500 lines and small ones are all written', async () => {
  const { id } = await aBusiness(db, 'B001');
  const lines = Array.from({ length: 500 }, (_, i) => ({
    description: `Producto "número" ${i} \\ de una descripción que se alarga lo suyo`.repeat(3),
    unit: 'NIU',
  }));
  const documents = oneTo(24).map((i) => aDocument(id, i % 2 ? {} : { sale: { lines } }));
  const results = await Promise.all(documents.map((document) => issuance.issue(document)));
  expect(countOf(results, 'issued')).toBe(24);
  expect(await numbersOf(db, id)).toEqual(oneTo(24));
});

test('ids are safe integers that are not consecutive', async () => {
  const { id } = await aBusiness(db, 'B001');
  const results = await Promise.all(oneTo(300).map(() => issuance.issue(aDocument(id))));
  const ids = results.map((result) => (result as { id: number }).id);
  expect(ids.every(Number.isSafeInteger)).toBe(true);
  expect(new Set(ids).size).toBe(300);
  expect(Math.max(...ids) - Math.min(...ids)).toBeGreaterThan(300);
});

test('close resolves when every queued document is written', async () => {
  const { id } = await aBusiness(db, 'B001');
  const third = createIssuance(db);
  const waiting = Promise.all(oneTo(300).map(() => third.issue(aDocument(id))));
  await third.close();
  expect(countOf(await waiting, 'issued')).toBe(300);
});
