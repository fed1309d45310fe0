/** Tests claims, fenced writes, the sweep, pauses and reviews of documents. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { limaToday } from '@rafaga/fiscal';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument, BY, KEEP_NOWHERE } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { REAL_TIMERS } from '../../testing/realTimers.js';
import { FILE, SIGNED } from '../../testing/signed.js';
import { putAccess } from '../admin/accesses.js';
import { putCertificate } from '../admin/certificates.js';
import { openDocument } from '../documents/documents.js';
import { createIssuance } from '../issuing/issuance.js';
import { timeline } from '../support/attempts.js';
import { findSummary } from '../support/documentSummary.js';
import { resolveReview } from '../support/resolveReview.js';
import { resumeDocument } from '../support/resume.js';
import { listStuckDocuments } from '../support/stuckDocuments.js';
import { neighboursProven } from './adjacentNumbers.js';
import { hasEnded } from './attemptEnd.js';
import { claim } from './claim.js';
import type { Claim } from './claimed.js';
import { markSending, recordQuery } from './continueAttempt.js';
import { LeaseLost } from './fence.js';
import { markSigned } from './markSigned.js';
import { pauseBusiness, resumeBusiness, resumeRepairedBusinesses } from './pause.js';
import { beginProbe, endProbe } from './probe.js';
import { settle } from './settle.js';
import {
  advanceLastDay,
  FEW_A_ROUND,
  requeue,
  requeueAll,
  takeDueDocuments,
  takeUnsignedDocuments,
  wake,
} from './sweep.js';
import { toReview } from './toReview.js';
import { waitUntil } from './waitUntil.js';

// a database of its own: the sweep takes the due documents of every business
let own: OwnServers;
let db: TestDb;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const ACCEPTED = {
  state: 'accepted',
  evidence: 'cdr',
  code: '0',
  description: 'aceptada',
  notes: [],
  cdr: FILE,
  tookMs: 5,
} as const;

async function issued(
  count = 1,
  deadline = '2999-12-31',
): Promise<{ businessId: number; ids: number[] }> {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const all = await Promise.all(
    Array.from({ length: count }, () => issuance.issue(aDocument(businessId, { deadline }))),
  );
  await issuance.close();
  return { businessId, ids: all.map((one) => (one.is === 'issued' ? one.id : 0)) };
}

async function claimed(worker = 'w1'): Promise<Claim> {
  const { ids } = await issued();
  return (await claim(db, ids[0] as number, worker)) as Claim;
}

const emission = async (id: number) =>
  (await db.pool.query('SELECT * FROM emissions WHERE document_id = $1', [id])).rows[0];
const expire = (id: number) =>
  db.pool.query(
    `UPDATE emissions SET lease_until = now() - interval '1 s' WHERE document_id = $1`,
    [id],
  );
/** The column has milliseconds: now() is rounded up in it half of the times. */
const PAST = "now() - interval '1 ms'";
const due = async (businessId: number, avoid: string[] = []) => {
  const dispatched = await takeDueDocuments(db, 5_000, avoid);
  const { rows } = await db.pool.query('SELECT id FROM documents WHERE business_id = $1', [
    businessId,
  ]);
  const own = new Set(rows.map(({ id }) => Number(id)));
  return dispatched.filter(({ documentId }) => own.has(documentId));
};

test('one worker claims a document, and its attempt is counted before any work', async () => {
  const { ids } = await issued();
  const takers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => claim(db, ids[0] as number, `w${n}`)),
  );
  expect(takers.filter(Boolean)).toHaveLength(1);
  expect(await emission(ids[0] as number)).toMatchObject({ attempts: 1, epoch: 1, crashes: 0 });
  const [taken] = takers.filter(Boolean);
  expect(taken).toMatchObject({ attempt: 1, stage: 'recorded', sends: 0, sale: expect.anything() });
});

test('after a lease has ended, the next claim counts a crash', async () => {
  const first = await claimed();
  await expire(first.documentId);
  const second = await claim(db, first.documentId, 'w2');
  expect(second).toMatchObject({ epoch: 2, attempt: 2, crashes: 1 });
});

test('an attempt that is given back uncounted is once in the timeline', async () => {
  const { ids } = await issued();
  const [id] = ids as [number];
  for (const _ of [1, 2, 3]) {
    const held = (await claim(db, id, 'w1')) as Claim;
    await waitUntil(db, held, {
      delayMs: 0,
      class: 'unreachable',
      error: 'SUNAT no responde',
      counted: false,
    });
  }
  const tried = (await claim(db, id, 'w2')) as Claim;
  await markSigned(db, tried, SIGNED, { sending: true });
  await expire(id);
  const again = (await claim(db, id, 'w3')) as Claim;
  await settle(db, again, ACCEPTED);
  expect((await timeline(db, id)).map(({ attempt, step }) => [attempt, step])).toEqual([
    [1, 'taken'],
    [1, 'signed'],
    [1, 'sending'],
    [2, 'taken'],
    [2, 'accepted'],
  ]);
});

test('every write of a worker that lost its lease is refused', async () => {
  const late = await claimed();
  await expire(late.documentId);
  await claim(db, late.documentId, 'w2');
  const before = await emission(late.documentId);
  const writes = [
    () => markSigned(db, late, SIGNED, { sending: true }),
    () => markSending(db, late),
    () => recordQuery(db, late, { detail: 'x', tookMs: 1 }),
    () => waitUntil(db, late, { delayMs: 1, class: 'unknown' }),
    () => toReview(db, late, { reason: 'crashes' }),
    () => settle(db, late, ACCEPTED),
  ];
  for (const write of writes) await expect(write()).rejects.toThrow(LeaseLost);
  expect(await emission(late.documentId)).toEqual(before);
  expect((await timeline(db, late.documentId)).map(({ step }) => step)).toEqual(['taken', 'taken']);
});

test('a wait whose COMMIT had no answer is tried again, and takes effect once', async () => {
  const held = await claimed();
  await markSigned(db, held, SIGNED, { sending: true });
  await waitUntil(db, held, { delayMs: 0, class: 'unknown', send: 'unanswered' });
  const next = (await claim(db, held.documentId, 'w1')) as Claim;
  await markSending(db, next);
  const refused = { delayMs: 0, class: 'unavailable', code: '0109', send: 'refused' } as const;
  await waitUntil(db, next, refused);
  await expect(waitUntil(db, next, refused)).rejects.toBeInstanceOf(LeaseLost);
  // the first send may have arrived: the next attempt asks about it
  expect(await emission(held.documentId)).toMatchObject({ stage: 'sending', sends: 1 });
});

test('only the attempt that wrote its own end has ended', async () => {
  const [settled, reviewed, waiting, late] = [
    await claimed(),
    await claimed(),
    await claimed(),
    await claimed(),
  ];
  await markSigned(db, settled, SIGNED, { sending: true });
  const all = [settled, reviewed, waiting, late];
  expect(await Promise.all(all.map((one) => hasEnded(db, one)))).toEqual(all.map(() => false));
  await settle(db, settled, ACCEPTED);
  await toReview(db, reviewed, { reason: 'crashes' });
  await waitUntil(db, waiting, { delayMs: 0, class: 'unreachable', counted: false });
  await expire(late.documentId);
  const next = (await claim(db, late.documentId, 'w2')) as Claim;
  await waitUntil(db, next, { delayMs: 0, class: 'unreachable' });
  expect(await Promise.all(all.map((one) => hasEnded(db, one)))).toEqual([true, true, true, false]);
});

test('a document whose signature the database does not have is not settled', async () => {
  // as after a restore from a copy of before the signature, while its settlement was under way
  const own = await claimed();
  const before = await emission(own.documentId);
  await expect(settle(db, own, ACCEPTED)).rejects.toThrow(LeaseLost);
  expect(await emission(own.documentId)).toEqual(before);
});

test('a settled document has outcome, files and timeline, and no emission', async () => {
  const own = await claimed();
  await markSigned(db, own, SIGNED, { sending: true });
  await settle(db, own, ACCEPTED);
  expect(await emission(own.documentId)).toBeUndefined();
  const { rows } = await db.pool.query(
    'SELECT state, code, sent_at, without_cdr FROM outcomes WHERE document_id = $1',
    [own.documentId],
  );
  expect(rows).toEqual([
    { state: 'accepted', code: '0', sent_at: expect.any(Date), without_cdr: false },
  ]);
  const files = await db.pool.query('SELECT kind FROM files WHERE document_id = $1 ORDER BY kind', [
    own.documentId,
  ]);
  expect(files.rows.map(({ kind }) => kind)).toEqual(['cdr', 'xml', 'zip']);
  expect((await timeline(db, own.documentId)).map(({ step, worker }) => [step, worker])).toEqual([
    ['taken', 'w1'],
    ['signed', 'w1'],
    ['sending', 'w1'],
    ['accepted', 'w1'],
  ]);
});

test('a write that the database refuses does not fail the others of its batch', async () => {
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimed()));
  await Promise.all(claims.map((one) => markSigned(db, one, SIGNED, { sending: false })));
  const bad = { ...ACCEPTED, code: '\0' };
  const outcomes = await Promise.allSettled(
    claims.map((one, place) => settle(db, one, place === 1 ? bad : ACCEPTED)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

test('the fate of a send decides whether the next attempt begins with a query', async () => {
  const known = [
    ['never', { stage: 'signed', sends: 0, intent_at: null }],
    ['refused', { stage: 'signed', sends: 0 }],
    ['unknown', { stage: 'sending', sends: 1 }],
  ] as const;
  for (const [what, left] of known) {
    const own = await claimed();
    await markSigned(db, own, SIGNED, { sending: true });
    await waitUntil(db, own, {
      delayMs: 60_000,
      class: 'unknown',
      send: what,
      code: '0130',
      error: 'x',
    });
    expect(await emission(own.documentId)).toMatchObject({
      ...left,
      lease_owner: null,
      last_code: '0130',
      last_error: 'x',
      attempts: 1,
    });
  }
});

test('a document is not claimed too early, and an untried attempt is not counted', async () => {
  const own = await claimed();
  await waitUntil(db, own, { delayMs: 60_000, class: 'throttled', counted: false });
  expect(await claim(db, own.documentId, 'w2')).toBeUndefined();
  expect(await emission(own.documentId)).toMatchObject({ attempts: 0 });
});

test('documents for an endpoint that is down are claimed only to be signed', async () => {
  const { ids, businessId } = await issued(2);
  const [first, second] = ids as [number, number];
  const own = (await claim(db, first, 'w1', ['simulator'])) as Claim;
  await markSigned(db, own, SIGNED, { sending: false });
  await waitUntil(db, own, { delayMs: 0, class: 'unreachable' });
  await due(businessId);
  expect(await claim(db, first, 'w1', ['simulator'])).toBeUndefined();
  // another worker may find the endpoint up: it is due again in a second, not after the
  // visibility time
  const { next_at, now } = (
    await db.pool.query('SELECT next_at, now() FROM emissions WHERE document_id = $1', [first])
  ).rows[0];
  expect(next_at - now).toBeLessThan(5_000);
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE business_id = $1`, [
    businessId,
  ]);
  expect(await due(businessId, ['simulator'])).toEqual([]);
  await aCertificate(businessId);
  expect(await takeUnsignedDocuments(db, 10)).toEqual([]);
  expect(await takeUnsignedDocuments(db, 10, ['simulator'])).toMatchObject([
    { documentId: second },
  ]);
  await wake(db, 'simulator');
  expect((await due(businessId)).map(({ documentId }) => documentId)).toContain(first);
});

test('the sweep alternates between businesses, and takes the nearest deadline first', async () => {
  const { businessId, ids } = await issued(3);
  const urgent = await issued(1, '2020-01-01');
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE business_id = ANY ($1)`, [
    [businessId, urgent.businessId],
  ]);
  const dispatched = (await takeDueDocuments(db, 5_000)).filter(({ documentId }) =>
    [...ids, ...urgent.ids].includes(documentId),
  );
  expect(dispatched.map(({ documentId }) => documentId)).toEqual(
    expect.arrayContaining([...ids, ...urgent.ids]),
  );
  const own = dispatched.filter(({ documentId }) => ids.includes(documentId));
  expect(own.map(({ priority, dispatches }) => [priority, dispatches])).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
  ]);
  expect(await due(businessId)).toEqual([]);
  await requeueAll(db);
  // the time that it wrote may be rounded up
  await db.pool.query('SELECT pg_sleep(0.001)');
  expect(await due(businessId)).toHaveLength(3);
});

test('a document on its last day goes before the backlog of its business', async () => {
  const { businessId, ids } = await issued(1, limaToday(new Date()));
  const issuance = createIssuance(db);
  // more than a round reads, in batches that a slow machine writes too
  for (let batch = 0; batch < 20; batch++)
    await Promise.all(Array.from({ length: 50 }, () => issuance.issue(aDocument(businessId))));
  await issuance.close();
  await db.pool.query(
    `UPDATE emissions SET next_at = now() - interval '1 hour' WHERE business_id = $1`,
    [businessId],
  );
  await db.pool.query(
    `UPDATE emissions SET created_at = now() - interval '3 days', next_at = ${PAST}
      WHERE document_id = ANY ($1)`,
    [ids],
  );
  await advanceLastDay(db);
  const taken = await due(businessId);
  expect(taken.length).toBeLessThanOrEqual(1_000);
  expect(taken[0]).toMatchObject({ documentId: ids[0], priority: 1 });
});

test('a document on its last day precedes earlier ones, and is shown as due', async () => {
  const { businessId, ids } = await issued(2, limaToday(new Date()));
  const [today = 0, earlier = 0] = ids;
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE document_id = ANY ($1)`, [ids]);
  // woken, with a longer term
  await db.pool.query(
    `UPDATE emissions SET created_at = now() - interval '4 days', deadline = deadline + 1,
      next_at = now() - interval '4 days' WHERE document_id = $1`,
    [earlier],
  );
  await advanceLastDay(db);
  const found = await findSummary(db, today);
  expect(found?.emission?.nextAt).toEqual(found?.createdAt);
  const order = `SELECT document_id::text AS id FROM emissions WHERE business_id = $1
    ORDER BY next_at`;
  const { rows } = await db.pool.query(order, [businessId]);
  expect(rows.map(({ id }) => Number(id))).toEqual([today, earlier]);
});

test('two concurrent sweeps never take the same document', async () => {
  const { businessId } = await issued(20);
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE business_id = $1`, [
    businessId,
  ]);
  const all = (await Promise.all(Array.from({ length: 4 }, () => due(businessId))))
    .flat()
    .map(({ documentId }) => documentId);
  expect(new Set(all).size).toBe(all.length);
});

const aCertificate = (businessId: number) =>
  db.pool.query(
    `INSERT INTO certificates
        (business_id, certificate, private_key, not_before, not_after, fingerprint)
      VALUES ($1, '', '', now() - interval '1 day', now() + interval '1 day', repeat('0', 64))`,
    [businessId],
  );

/** As a worker has left them that signed and did not send. */
const signAll = (businessId: number) =>
  db.pool.query(`UPDATE emissions SET stage = 'signed' WHERE business_id = $1`, [businessId]);

test('a business stays paused until it is corrected or resumed', async () => {
  const { ids, businessId } = await issued(1);
  await signAll(businessId);
  expect(await pauseBusiness(db, businessId, { reason: '0102' })).toBe(true);
  expect(await pauseBusiness(db, businessId, { reason: '0102' })).toBe(false);
  expect(await claim(db, ids[0] as number, 'w1')).toBeUndefined();
  expect(
    (await listStuckDocuments(db, { scope: businessId })).map(({ reason, pauseReason }) => [
      reason,
      pauseReason,
    ]),
  ).toEqual([['paused', '0102']]);
  await resumeRepairedBusinesses(db);
  expect(await claim(db, ids[0] as number, 'w1')).toBeUndefined();
  await resumeBusiness(db, BY, businessId);
  expect(await claim(db, ids[0] as number, 'w1')).toMatchObject({ business: { resting: false } });
});

test('what a paused business can sign has a sweep of its own, until it is signed', async () => {
  const { ids, businessId } = await issued(1);
  const unsigned = () => takeUnsignedDocuments(db, 10);
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE business_id = $1`, [
    businessId,
  ]);
  await pauseBusiness(db, businessId, { reason: '0102' });
  expect(await due(businessId)).toEqual([]);
  // without a certificate, it would be found again and again
  expect(await unsigned()).toEqual([]);
  await aCertificate(businessId);
  expect(await unsigned()).toMatchObject([{ documentId: ids[0] }]);
  expect(await claim(db, ids[0] as number, 'w1')).toMatchObject({ business: { resting: true } });
});

test('a business with new credentials resumes, whatever else of it was changed since', async () => {
  const { businessId } = await issued(1);
  const credentials = { solUser: Buffer.of(1), solPassword: Buffer.of(1) };
  await pauseBusiness(db, businessId, { reason: '0102' });
  // by a panel whose clock is ahead
  await db.pool.query(`UPDATE businesses SET updated_at = now() + interval '20 s' WHERE id = $1`, [
    businessId,
  ]);
  expect(await resumeRepairedBusinesses(db)).not.toContain(businessId);
  await putAccess(db, BY, businessId, credentials);
  // stored by a clock that was put back since: it would resume after each refusal
  await db.pool.query(
    `UPDATE accesses SET updated_at = now() + interval '1 hour' WHERE business_id = $1`,
    [businessId],
  );
  expect(await resumeRepairedBusinesses(db)).not.toContain(businessId);
  await putAccess(db, BY, businessId, credentials);
  expect(await resumeRepairedBusinesses(db)).toContain(businessId);
});

test('a document that has waited is due at once when it could not be enqueued', async () => {
  const { ids, businessId } = await issued(2);
  await db.pool.query(
    `UPDATE emissions SET next_at = now() + interval '30 s', not_before = CASE document_id
        WHEN $2 THEN now() - interval '1 s' ELSE now() + interval '20 s' END
      WHERE business_id = $1`,
    [businessId, ids[0]],
  );
  await requeue(db, ids);
  expect((await due(businessId)).map(({ documentId }) => documentId)).toEqual([ids[0]]);
});

test('up to 250 businesses with open documents, a round tells which of them has many', async () => {
  await db.pool.query('DELETE FROM emissions');
  const { businessId, ids } = await issued(12);
  for (let other = 0; other < 130; other++) await issued(1);
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST}`);
  const taken = await takeDueDocuments(db, 1_000);
  const own = taken.filter((document) => document.businessId === businessId);
  expect(own.map(({ documentId }) => documentId)).toEqual(ids.slice(0, FEW_A_ROUND + 1));
  expect(own[0]?.ofBusiness).toBe(FEW_A_ROUND + 1);
  await db.pool.query('DELETE FROM emissions');
});

test('credentials that were replaced while the old ones were refused do not pause', async () => {
  const { businessId } = await issued(1);
  const pause = { reason: '0102' };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await db.pool.query(
    `INSERT INTO accesses (business_id, sol_user, sol_password, updated_at)
      VALUES ($1, 'x', 'x', $2)`,
    [businessId, minutesAgo(2)],
  );
  expect(await pauseBusiness(db, businessId, { ...pause, readAt: minutesAgo(3) })).toBe(false);
  expect(await pauseBusiness(db, businessId, { ...pause, readAt: minutesAgo(1) })).toBe(true);
});

test('what a program with a late clock stores is stored at the time of PostgreSQL', async () => {
  const { businessId } = await issued(1);
  const { rows: before } = await db.pool.query('SELECT now()');
  jest.useFakeTimers({ now: Date.now() - 60_000, doNotFake: REAL_TIMERS });
  try {
    await putAccess(db, BY, businessId, { solUser: Buffer.of(1), solPassword: Buffer.of(1) });
    await putCertificate(db, BY, businessId, {
      certificate: Buffer.of(1),
      privateKey: () => Buffer.of(1),
      notBefore: new Date('2020-01-01'),
      notAfter: new Date('2099-01-01'),
      fingerprint: '0'.repeat(64),
    });
  } finally {
    jest.useRealTimers();
  }
  const { rows } = await db.pool.query(
    `SELECT updated_at AS at FROM accesses WHERE business_id = $1
    UNION ALL SELECT created_at FROM certificates WHERE business_id = $1`,
    [businessId],
  );
  // the columns have milliseconds
  const earliest = before[0].now.getTime();
  expect(rows.map(({ at }) => at.getTime() >= earliest)).toEqual([true, true]);
});

test('after a pause, one document at a time goes first, until one is admitted', async () => {
  const { ids, businessId } = await issued(3);
  const [one, two, three] = ids as [number, number, number];
  await signAll(businessId);
  await pauseBusiness(db, businessId, { reason: '0102' });
  await resumeBusiness(db, BY, businessId);
  expect((await claim(db, one, 'w1'))?.business.probes).toBe(true);
  expect((await claim(db, two, 'w2'))?.business.probes).toBe(true);
  const probes = await Promise.all([1, 2, 3, 4].map(() => beginProbe(db, businessId)));
  const [until] = probes.filter((probe) => probe !== undefined);
  expect(probes.filter(Boolean)).toHaveLength(1);
  expect(await claim(db, three, 'w3')).toBeUndefined();
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE business_id = $1`, [
    businessId,
  ]);
  expect(await due(businessId)).toEqual([]);
  await endProbe(db, businessId, { until: until as Date, passed: false });
  const again = (await beginProbe(db, businessId)) as Date;
  // the first one ends too late: another document has the probe
  await endProbe(db, businessId, { until: until as Date, passed: true });
  expect(await claim(db, three, 'w3')).toBeUndefined();
  await endProbe(db, businessId, { until: again, passed: true });
  expect((await claim(db, three, 'w3'))?.business.probes).toBe(false);
  expect(await beginProbe(db, businessId)).toBeUndefined();
});

test('what was enqueued in vain during a probe is due again once it has passed', async () => {
  const { ids, businessId } = await issued(3);
  const [probe, waits, enqueued] = ids as [number, number, number];
  await signAll(businessId);
  await resumeBusiness(db, BY, businessId);
  await db.pool.query(`UPDATE emissions SET next_at = ${PAST} WHERE business_id = $1`, [
    businessId,
  ]);
  expect(await due(businessId)).toHaveLength(3);
  await claim(db, probe, 'w1');
  const lost = (await claim(db, waits, 'w2')) as Claim;
  await waitUntil(db, lost, { delayMs: 60_000, class: 'unknown' });
  const until = (await beginProbe(db, businessId)) as Date;
  expect(await claim(db, enqueued, 'w3')).toBeUndefined();
  await endProbe(db, businessId, { until, passed: false });
  expect(await due(businessId)).toEqual([]);
  const again = (await beginProbe(db, businessId)) as Date;
  await endProbe(db, businessId, { until: again, passed: true });
  expect(await due(businessId)).toMatchObject([{ documentId: enqueued }]);
});

test('a review is listed, and a person resumes, resolves or discards it', async () => {
  const own = await claimed();
  await toReview(db, own, { reason: 'unknown_code', code: '9999', error: 'nadie lo conoce' });
  const state = async () =>
    (
      await db.pool.query('SELECT r.state FROM "references" r WHERE r.document_id = $1', [
        own.documentId,
      ])
    ).rows[0].state;
  expect(await state()).toBe('review');
  expect(await claim(db, own.documentId, 'w2')).toBeUndefined();
  expect(await listStuckDocuments(db, { scope: own.businessId })).toMatchObject([
    { reason: 'review', reviewReason: 'unknown_code', lastCode: '9999' },
  ]);
  // never signed: it can only be discarded
  expect(await resolveReview(db.prisma, BY, own.documentId, 'accepted', KEEP_NOWHERE)).toBe(false);
  expect(await resumeDocument(db, BY, own.documentId)).toBe(true);
  expect(await state()).toBe('finished');
  const again = (await claim(db, own.documentId, 'w2')) as Claim;
  expect(again).toMatchObject({ stage: 'recorded', crashes: 0 });
  await toReview(db, again, { reason: 'broken' });
  expect(
    await resolveReview(
      db.prisma,
      { ...BY, reason: 'nunca salió' },
      own.documentId,
      'discarded',
      KEEP_NOWHERE,
    ),
  ).toBe(true);
  const outcome = (await openDocument(db, own.documentId))?.outcome;
  expect(outcome).toMatchObject({
    state: 'rejected',
    description: expect.stringContaining('Descartado'),
  });
  expect(outcome).not.toHaveProperty('signature');
  expect(await state()).toBe('finished');
  const { rows } = await db.pool.query(
    'SELECT action, reason FROM audit WHERE document_id = $1 ORDER BY id',
    [own.documentId],
  );
  expect(rows).toEqual([
    { action: 'document.resume', reason: null },
    { action: 'document.resolve', reason: 'nunca salió' },
  ]);
});

test('a document that may have been sent is queried after a review', async () => {
  const own = await claimed();
  await markSigned(db, own, SIGNED, { sending: true });
  await toReview(db, own, { reason: 'other_document' });
  await resumeDocument(db, BY, own.documentId);
  expect(await emission(own.documentId)).toMatchObject({ stage: 'sending', sends: 1 });
});

test('a refused send cannot have arrived; one without an answer may have', async () => {
  const first = await claimed();
  const id = first.documentId;
  await markSigned(db, first, SIGNED, { sending: true });
  await waitUntil(db, first, { delayMs: 0, class: 'unavailable', code: '0109', send: 'refused' });
  expect(await emission(id)).toMatchObject({ stage: 'signed', sends: 0 });
  const second = (await claim(db, id, 'w1')) as Claim;
  await markSending(db, second);
  await waitUntil(db, second, { delayMs: 0, class: 'unknown', send: 'unknown' });
  const third = (await claim(db, id, 'w1')) as Claim;
  expect(third).toMatchObject({ stage: 'sending', sends: 1, claimedCode: null });
  await markSending(db, third);
  // an earlier one may be registered: the next attempt begins with a question
  await waitUntil(db, third, { delayMs: 0, class: 'unavailable', send: 'refused' });
  expect(await emission(id)).toMatchObject({ stage: 'sending', sends: 1 });
});

test('a claimed number is kept until the next send, and resumed with a query', async () => {
  const own = await claimed();
  const id = own.documentId;
  await markSigned(db, own, SIGNED, { sending: true });
  const theirs = { said: 'otro', receiver: '20999999991' };
  const ours = {
    receiver: '1',
    total: '1.00',
    currency: 'PEN',
    issueDate: '2026-11-22',
    digest: 'd',
    signedAt: 'x',
  };
  await toReview(db, own, {
    reason: 'foreign_number',
    claimed: '1033',
    send: 'refused',
    compared: { ours, theirs },
  });
  expect(await emission(id)).toMatchObject({
    sends: 0,
    claimed_code: '1033',
    compared: { ours, theirs },
  });
  await resumeDocument(db, BY, id);
  const again = (await claim(db, id, 'w1')) as Claim;
  expect(again).toMatchObject({ stage: 'sending', sends: 0, claimedCode: '1033' });
  await waitUntil(db, again, { delayMs: 0, class: 'unreachable' });
  const last = (await claim(db, id, 'w1')) as Claim;
  expect(last).toMatchObject({ stage: 'sending', claimedCode: '1033' });
  await markSending(db, last);
  expect(await emission(id)).toMatchObject({ claimed_code: null, sends: 1 });
});

test('unclear answers are counted over the attempts, until a person resumes', async () => {
  const own = await claimed();
  await waitUntil(db, own, { delayMs: 0, class: 'unknown', unclearAnswers: 3 });
  const second = (await claim(db, own.documentId, 'w1')) as Claim;
  expect(second).toMatchObject({ unclearAnswers: 3 });
  await waitUntil(db, second, { delayMs: 0, class: 'unreachable' });
  const third = (await claim(db, own.documentId, 'w1')) as Claim;
  expect(third).toMatchObject({ unclearAnswers: 3 });
  await toReview(db, third, { reason: 'unreadable' });
  await resumeDocument(db, BY, own.documentId);
  expect(await claim(db, own.documentId, 'w1')).toMatchObject({ unclearAnswers: 0 });
});

test('only unproven reviews are resumed when SUNAT can be queried', async () => {
  const { ids, businessId } = await issued(2);
  const [unproven, foreign] = await Promise.all(ids.map((id) => claim(db, id, 'w1')));
  await toReview(db, unproven as Claim, { reason: 'unproven', claimed: '1033' });
  await toReview(db, foreign as Claim, { reason: 'foreign_number', claimed: '1033' });
  const sealed = Buffer.from('x');
  await putAccess(db, BY, businessId, { solUser: sealed, solPassword: sealed });
  expect(await emission(ids[0] as number)).toMatchObject({ stage: 'review' });
  await putAccess(db, BY, businessId, {
    solUser: sealed,
    solPassword: sealed,
    consultId: sealed,
    consultSecret: sealed,
  });
  expect(await emission(ids[0] as number)).toMatchObject({
    stage: 'sending',
    claimed_code: '1033',
  });
  expect(await emission(ids[1] as number)).toMatchObject({ stage: 'review' });
});

test('the neighbours of a number are proven only by CDRs of their own', async () => {
  const { ids } = await issued(3);
  const [below, , above] = await Promise.all(ids.map((id) => claim(db, id, 'w1')));
  const proven = () => neighboursProven(db, ids[1] as number);
  expect(await proven()).toBe(false);
  for (const one of [below, above]) await markSigned(db, one as Claim, SIGNED, { sending: true });
  await settle(db, below as Claim, ACCEPTED);
  // the one above is still on its way
  expect(await proven()).toBe(true);
  await db.pool.query(`UPDATE emissions SET claimed_code = '1033' WHERE document_id = $1`, [
    ids[2],
  ]);
  expect(await proven()).toBe(false);
  const { cdr: _, ...bare } = ACCEPTED;
  await settle(db, above as Claim, { ...bare, evidence: 'presumed' });
  expect(await proven()).toBe(false);
});

test('the nearest number decides: one in review is no proven neighbour', async () => {
  const { ids } = await issued(3);
  const [first, second] = await Promise.all(ids.map((id) => claim(db, id, 'w1')));
  await markSigned(db, first as Claim, SIGNED, { sending: true });
  await settle(db, first as Claim, ACCEPTED);
  await toReview(db, second as Claim, { reason: 'foreign_number', claimed: '1033' });
  expect(await neighboursProven(db, ids[2] as number)).toBe(false);
});

test('a send without an answer, or whose worker crashed, is marked as unanswered', async () => {
  const own = await claimed();
  const id = own.documentId;
  await markSigned(db, own, SIGNED, { sending: true });
  await waitUntil(db, own, { delayMs: 0, class: 'unavailable', send: 'unknown' });
  const second = (await claim(db, id, 'w1')) as Claim;
  expect(second).toMatchObject({ sends: 1, unanswered: false });
  await expire(id);
  expect(await claim(db, id, 'w2')).toMatchObject({ sends: 1, unanswered: true });
  const other = await claimed();
  await markSigned(db, other, SIGNED, { sending: true });
  await waitUntil(db, other, { delayMs: 0, class: 'unknown', send: 'unanswered' });
  expect(await claim(db, other.documentId, 'w1')).toMatchObject({
    stage: 'sending',
    sends: 1,
    unanswered: true,
  });
});

test('a person who resumes a document of a crashed worker leaves its send unanswered', async () => {
  const own = await claimed();
  await markSigned(db, own, SIGNED, { sending: true });
  await expire(own.documentId);
  expect(await resumeDocument(db, BY, own.documentId)).toBe(true);
  expect(await claim(db, own.documentId, 'w2')).toMatchObject({ sends: 1, unanswered: true });
});
