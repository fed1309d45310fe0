/** Tests the change of a business's environment: its documents, series and numbers. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBusiness, aDb, aDocument, BY, KEEP_NOWHERE, oneTo } from '../../testing/aDocument.js';
import { aPerson, type Person } from '../../testing/aPerson.js';
import { neighboursProven } from '../exchange/adjacentNumbers.js';
import { claim } from '../exchange/claim.js';
import { markSending } from '../exchange/continueAttempt.js';
import { markSigned } from '../exchange/markSigned.js';
import { settle as settleOne } from '../exchange/settle.js';
import { waitUntil } from '../exchange/waitUntil.js';
import { createIssuance } from '../issuing/issuance.js';
import { timeline } from '../support/attempts.js';
import { findSummary } from '../support/documentSummary.js';
import { resolveReview } from '../support/resolveReview.js';
import { resumeDocument } from '../support/resume.js';
import { updateBusiness } from './changeBusiness.js';
import { approveProposal } from './decideProposal.js';
import { targetOf } from './environments.js';
import {
  countLeftBehind,
  countPending,
  countToSend,
  DocumentsPending,
} from './pendingDocuments.js';
import { propose } from './propose.js';
import {
  addSeries,
  deactivateSeries,
  listSeries,
  listUnbegunSeries,
  setNextNumber,
} from './series.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const REASON = 'el simulador se retiró';
let ana: Person & { reason: string };
let luis: typeof ana;
beforeAll(async () => {
  ana = { ...(await aPerson(db)), reason: REASON };
  luis = { ...(await aPerson(db)), reason: REASON };
});

async function issue(
  businessId: number,
  change: Parameters<typeof aDocument>[1] = {},
): Promise<{ id: number; number: number }> {
  const issued = await issuance.issue(aDocument(businessId, change));
  if (issued.is !== 'issued') throw new Error(issued.is);
  return issued;
}

/** Deletes the emissions, as a settlement does. */
const settle = (businessId: number) =>
  db.pool.query('DELETE FROM emissions WHERE business_id = $1', [businessId]);
const change = (businessId: number, authority: 'simulator' | 'beta' | 'production') =>
  updateBusiness(db, BY, businessId, { authority });

/** Signs a document and records a send without an answer, which may have arrived. */
async function sentAndSilent(id: number): Promise<void> {
  const held = await claim(db, id, 'w1');
  if (!held) throw new Error('not claimed');
  const file = { sha256: Buffer.alloc(32), bytes: 1, objectKey: 'x' };
  await markSigned(db, held, { ...SIGNED, xml: file, zip: file }, { sending: false });
  await markSending(db, held);
  await waitUntil(db, held, { delayMs: 0, class: 'unknown', send: 'unknown' });
}

const SIGNED = { issuer: { ruc: '20123456786', legalName: 'x' }, digest: 'd', qr: 'q', tookMs: 1 };

async function takeOver(
  businessId: number,
  authority: 'simulator' | 'beta' | 'production' | 'custom',
  billUrl?: string,
): Promise<void> {
  const id = await propose(db, ana, {
    action: 'environment.change',
    businessId,
    ...targetOf({ authority, billUrl }),
  });
  await approveProposal(db, luis, id, KEEP_NOWHERE);
}

const stateOf = async (id: number) => {
  const { environment, emission } = (await findSummary(db, id)) ?? {};
  return { environment, reason: emission?.reviewReason ?? null, elsewhere: emission?.elsewhere };
};

test('a document and its answer keep the environment in which they were issued', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const first = await issuance.issue(
    aDocument(businessId, { answer: '{"id":\u0001,"entorno":"\u0003"}' }),
  );
  if (first.is !== 'issued') throw new Error(first.is);
  expect(JSON.parse(first.answer)).toEqual({ id: first.id, entorno: 'simulado' });
  const { rows } = await db.pool.query('SELECT answer, environment FROM documents WHERE id = $1', [
    first.id,
  ]);
  expect(rows).toEqual([{ answer: first.answer, environment: 'simulator' }]);
  await settle(businessId);
  await change(businessId, 'beta');
  expect((await findSummary(db, first.id))?.environment).toBe('simulator');
  await expect(
    db.pool.query(`UPDATE documents SET environment = 'beta' WHERE id = $1`, [first.id]),
  ).rejects.toThrow('append only');
});

test('each environment has its own counters, and a used series is added by a person', async () => {
  const { id: businessId } = await aBusiness(db, 'B001', 'F001');
  for (const _ of oneTo(3)) await issue(businessId);
  await settle(businessId);
  await change(businessId, 'production');
  // an unused series moves along; a used one must be added by a person
  expect((await listSeries(db, businessId)).map(({ code }) => code)).toEqual(['F001']);
  expect(await listUnbegunSeries(db, businessId)).toMatchObject([
    { code: 'B001', environment: 'simulator', lastNumber: 3 },
  ]);
  expect(await issuance.issue(aDocument(businessId))).toEqual({ is: 'series_closed' });
  await addSeries(db, BY, businessId, 'B001');
  expect(await issue(businessId)).toMatchObject({ number: 1 });
  expect(await listUnbegunSeries(db, businessId)).toEqual([]);
  await settle(businessId);
  await change(businessId, 'simulator');
  expect(await issue(businessId)).toMatchObject({ number: 4 });
});

test('a change is refused while documents wait, with their number', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const [first] = [await issue(businessId), await issue(businessId)];
  await sentAndSilent(first.id);
  const refused = await change(businessId, 'production').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DocumentsPending);
  expect((refused as DocumentsPending).waiting).toEqual({ documents: 2, maybeSent: 1 });
  expect(await db.prisma.business.findUnique({ where: { id: businessId } })).toMatchObject({
    authority: 'simulator',
  });
});

test('a document in review is pending, and not among those to send', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const [first] = [await issue(businessId), await issue(businessId)];
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unknown_code' WHERE document_id = $1`,
    [first.id],
  );
  expect(await countPending(db, businessId)).toMatchObject({ documents: 2 });
  expect(await countToSend(db, businessId)).toBe(1);
});

test('a new address needs no pending documents, and continues the numbers', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  await change(businessId, 'production');
  await issue(businessId);
  const ose = { authority: 'custom', billUrl: 'https://ose.pe/bill' } as const;
  await expect(updateBusiness(db, BY, businessId, ose)).rejects.toThrow(DocumentsPending);
  await settle(businessId);
  expect(await updateBusiness(db, BY, businessId, ose)).toMatchObject({
    environment: 'production',
  });
  expect(await issue(businessId)).toMatchObject({ number: 2 });
});

test('two persons move unsent documents; those that may have been sent go to review', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const [silent, waiting] = [await issue(businessId), await issue(businessId)];
  await sentAndSilent(silent.id);
  await takeOver(businessId, 'production');
  expect(await stateOf(waiting.id)).toEqual({
    environment: 'production',
    reason: null,
    elsewhere: false,
  });
  expect(await stateOf(silent.id)).toEqual({
    environment: 'simulator',
    reason: 'other_environment',
    elsewhere: true,
  });
  expect((await timeline(db, waiting.id)).map(({ step, detail }) => [step, detail])).toEqual([
    ['moved', 'el simulador se retiró'],
  ]);
  expect((await timeline(db, silent.id)).at(-1)).toMatchObject({
    step: 'review',
    worker: luis.actor,
  });
  expect(await countLeftBehind(db, businessId)).toBe(1);
  // it blocks no later change, and only a person or its own environment settles it
  expect(await countPending(db, businessId)).toEqual({ documents: 1, maybeSent: 0 });
  expect(await claim(db, silent.id, 'w1')).toBeUndefined();
  expect(await resumeDocument(db, BY, silent.id)).toBe(false);
  expect(await resolveReview(db.prisma, BY, silent.id, 'rejected', KEEP_NOWHERE)).toBe(true);
  expect(await claim(db, waiting.id, 'w1')).toMatchObject({
    business: { authority: 'production' },
  });
  expect(await issue(businessId)).toMatchObject({ number: waiting.number + 1 });
});

test('a business that returns to an environment can resume the documents left there', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const silent = await issue(businessId);
  await sentAndSilent(silent.id);
  await takeOver(businessId, 'beta');
  await change(businessId, 'simulator');
  expect(await resumeDocument(db, BY, silent.id)).toBe(true);
  expect(await claim(db, silent.id, 'w1')).toMatchObject({ stage: 'sending', sends: 1 });
});

test('a document whose number is used in the new environment is not moved', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  await change(businessId, 'production');
  await issue(businessId);
  await settle(businessId);
  await change(businessId, 'simulator');
  await addSeries(db, BY, businessId, 'B001');
  const [used, free] = [await issue(businessId), await issue(businessId)];
  await takeOver(businessId, 'production');
  expect(await stateOf(used.id)).toMatchObject({
    environment: 'simulator',
    reason: 'other_environment',
  });
  expect(await stateOf(free.id)).toMatchObject({ environment: 'production', reason: null });
  expect(await issue(businessId)).toMatchObject({ number: free.number + 1 });
});

test('an acceptance in the simulator proves no number in production', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const { id, number } = await issue(businessId);
  const held = await claim(db, id, 'w1');
  const cdr = { sha256: Buffer.alloc(32), bytes: 1, objectKey: 'x' };
  if (!held) throw new Error('not claimed');
  await markSigned(db, held, { ...SIGNED, xml: cdr, zip: cdr }, { sending: true });
  await settleOne(db, held, {
    state: 'accepted',
    code: '0',
    description: '',
    notes: [],
    evidence: 'cdr',
    cdr,
    tookMs: 1,
  });
  await change(businessId, 'production');
  await addSeries(db, BY, businessId, 'B001');
  const [first, second] = [await issue(businessId), await issue(businessId)];
  expect([first.number, second.number]).toEqual([number, number + 1]);
  expect(await neighboursProven(db, second.id)).toBe(false);
});

test('a worker loses the lease of a document that is moved', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const { id } = await issue(businessId);
  const held = await claim(db, id, 'w1');
  await takeOver(businessId, 'beta');
  await expect(markSending(db, held as NonNullable<typeof held>)).rejects.toThrow('no longer held');
  expect(await claim(db, id, 'w2')).toMatchObject({ business: { authority: 'beta' } });
});

test('a document whose send begins during the change stays behind', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  await change(businessId, 'production');
  const { id } = await issue(businessId);
  const sending = await db.pool.connect();
  await sending.query('BEGIN');
  const { rows } = await sending.query(
    `UPDATE emissions SET stage = 'sending', intent_at = now(), sends = 1 WHERE document_id = $1
      RETURNING pg_backend_pid() AS pid`,
    [id],
  );
  const moved = takeOver(businessId, 'custom', 'https://ose.pe/bill');
  await waitFor('the change to wait for the send', async () => {
    const text = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    return (await db.pool.query(text, [rows[0].pid])).rowCount === 1;
  });
  await sending.query('COMMIT');
  sending.release();
  await moved;
  expect(await stateOf(id)).toMatchObject({ reason: 'other_environment', elsewhere: true });
  expect(await claim(db, id, 'w2')).toBeUndefined();
});

test('each document that is issued during a change belongs to one environment', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const ids: number[] = [];
  let going = true;
  const issuing = Promise.all(
    oneTo(8).map(async () => {
      while (going) {
        const issued = await issuance.issue(aDocument(businessId));
        if (issued.is === 'issued') ids.push(issued.id);
      }
    }),
  );
  for (const authority of ['beta', 'simulator', 'beta', 'simulator', 'beta'] as const) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await takeOver(businessId, authority);
  }
  going = false;
  await issuing;
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS wrong FROM emissions e
      JOIN documents d ON d.id = e.document_id
      JOIN businesses b ON b.id = e.business_id
      WHERE b.id = $1 AND (e.destination <> b.authority OR d.environment <> b.environment)`,
    [businessId],
  );
  expect(ids.length).toBeGreaterThan(0);
  expect(rows).toEqual([{ wrong: 0 }]);
  const { rows: counters } = await db.pool.query(
    `SELECT s.last_number >= max(d.number) AS ahead FROM series s
      JOIN documents d ON d.business_id = s.business_id AND d.environment = s.environment
      WHERE s.business_id = $1 GROUP BY s.id`,
    [businessId],
  );
  expect(counters.every(({ ahead }) => ahead)).toBe(true);
});

test('a chosen number is within maxNumberJump of the last number of its series', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const numberOf = async (number?: number) => {
    const issued = await issuance.issue(aDocument(businessId, { number }));
    return issued.is === 'issued' ? issued.number : issued.is;
  };
  expect([
    await numberOf(10_001),
    await numberOf(99_999_999),
    await numberOf(10_000),
    await numberOf(),
  ]).toEqual(['number_far', 'number_far', 10_000, 10_001]);
  await updateBusiness(db, BY, businessId, { maxNumberJump: 5 });
  expect([await numberOf(10_007), await numberOf(10_006)]).toEqual(['number_far', 10_006]);
  await setNextNumber(db, BY, businessId, 'B001', 50_000);
  expect([await numberOf(50_004), await numberOf()]).toEqual([50_004, 50_005]);
});

test('a number too far ahead fails alone in its batch, without number or reference', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const far = aDocument(businessId, { number: 20_000 });
  const documents = [
    aDocument(businessId),
    far,
    aDocument(businessId, { number: 9_000 }),
    aDocument(businessId),
  ];
  const results = await Promise.all(documents.map((document) => issuance.issue(document)));
  expect(results.map((issued) => (issued.is === 'issued' ? 'issued' : issued.is))).toEqual([
    'issued',
    'number_far',
    'issued',
    'issued',
  ]);
  expect(await issuance.lookUp(businessId, far.reference, far.hash)).toBeUndefined();
  expect(await listSeries(db, businessId)).toMatchObject([{ lastNumber: 9_000 }]);
});

test('a series added or closed while the environment changes belongs to the new one', async () => {
  const { id } = await aBusiness(db, 'B001');
  const both = await db.pool.connect();
  await both.query(
    `INSERT INTO series (business_id, environment, kind, code) VALUES (${id}, 'beta', 'boleta',
      'B001')`,
  );
  await both.query(`BEGIN; SELECT FROM series WHERE business_id = ${id} FOR NO KEY UPDATE;
    SELECT FROM businesses WHERE id = ${id} FOR UPDATE;
    UPDATE businesses SET environment = 'beta', authority = 'beta' WHERE id = ${id}`);
  const waiting = [addSeries(db, BY, id, 'B002'), deactivateSeries(db, BY, id, 'B001')];
  const blocked = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE cardinality(pg_blocking_pids(pid)) > 0 AND datname = current_database()`;
  await waitFor('both to wait', async () => {
    const { rows } = await db.pool.query<{ count: number }>(blocked);
    return (rows[0]?.count ?? 0) >= 2;
  });
  await both.query('COMMIT');
  both.release();
  expect((await Promise.all(waiting)).map(({ environment }) => environment)).toEqual([
    'beta',
    'beta',
  ]);
});
