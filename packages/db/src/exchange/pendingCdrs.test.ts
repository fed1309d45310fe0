/** Tests what is done with CDRs that are not among the files of their documents. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBusiness, aDb, aDocument, BY, KEEP_NOWHERE } from '../../testing/aDocument.js';
import type { TestDb } from '../../testing/connections.js';
import { FILE, SIGNED } from '../../testing/signed.js';
import { changeEnvironment } from '../admin/changeEnvironment.js';
import { targetOf } from '../admin/environments.js';
import { openDocument } from '../documents/documents.js';
import { createIssuance } from '../issuing/issuance.js';
import { timeline } from '../support/attempts.js';
import { resolveReview } from '../support/resolveReview.js';
import { adoptCdr, useLateCdr } from './adoptCdr.js';
import { claim } from './claim.js';
import type { Claim } from './claimed.js';
import { type DueCdr, forgetPendingCdr, markConflict, takePendingCdrs } from './duePendingCdrs.js';
import { LeaseLost } from './fence.js';
import { keepPendingCdr } from './keepPendingCdr.js';
import { markSigned } from './markSigned.js';
import {
  type CdrContent,
  type CdrPlace,
  countPendingCdrs,
  findPendingCdr,
  MAX_PENDING_CDRS,
} from './pendingCdrs.js';
import { settle } from './settle.js';
import { toReview } from './toReview.js';

let db: TestDb;
beforeAll(() => {
  db = aDb();
});
beforeEach(() => db.pool.query('DELETE FROM pending_cdrs'));
afterAll(async () => {
  await db.pool.query('DELETE FROM pending_cdrs');
  await db.close();
});

const SAID: CdrContent = {
  state: 'accepted',
  code: '0',
  description: 'aceptada',
  notes: [{ code: '4252', text: 'x' }],
  signature: 'valid',
};

/** A document that was sent, as its worker holds it. */
async function sent(worker = 'w1'): Promise<Claim> {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const issued = await issuance.issue(aDocument(businessId, { deadline: '2999-12-31' }));
  await issuance.close();
  const held = (await claim(db, issued.is === 'issued' ? issued.id : 0, worker)) as Claim;
  await markSigned(db, held, SIGNED, { sending: true });
  return held;
}

const sealed = (): CdrPlace => ({
  sha256: randomBytes(32),
  bytes: 3_000,
  sealed: Buffer.from('sealed'),
});
const settled = (held: Claim, change = {}) =>
  settle(db, held, {
    state: 'accepted',
    code: '1033',
    description: 'ya la tenía',
    notes: [],
    evidence: 'presumed',
    tookMs: 1,
    ...change,
  } as never);
const only = async () => {
  const due = await takePendingCdrs(db, 10);
  expect(due).toHaveLength(1);
  return due[0] as DueCdr;
};
const outcome = async ({ documentId }: Claim) =>
  (await db.pool.query('SELECT * FROM outcomes WHERE document_id = $1', [documentId])).rows[0];

test('a settled document without a CDR gets the pending one as its evidence', async () => {
  const held = await sent();
  const place = sealed();
  expect(await keepPendingCdr(db, held, place, SAID)).toBe(true);
  expect(await keepPendingCdr(db, held, place, SAID)).toBe(true);
  await settled(held);
  expect(await outcome(held)).toMatchObject({ without_cdr: true });
  const due = await only();
  expect(due).toMatchObject({
    do: 'adopt',
    documentId: held.documentId,
    state: 'accepted',
    code: '0',
    series: 'B001',
    attempt: 1,
  });
  expect(due.sealed?.toString()).toBe('sealed');
  const file = { sha256: due.sha256, bytes: due.bytes, objectKey: 'x/y' };
  const adopted = {
    documentId: held.documentId,
    file,
    cdr: due,
    attempt: 1,
    detail: 'volvió',
    by: 'w2',
  };
  expect(await adoptCdr(db, adopted)).toBe(true);
  expect(await adoptCdr(db, adopted)).toBe(false);
  expect(await outcome(held)).toMatchObject({
    without_cdr: false,
    evidence: 'cdr',
    code: '0',
    cdr_signature: 'valid',
    notes: SAID.notes,
  });
  expect(
    (await openDocument(db, held.documentId))?.files.find(({ kind }) => kind === 'cdr'),
  ).toMatchObject(file);
  expect((await timeline(db, held.documentId)).at(-1)).toMatchObject({
    step: 'cdr',
    code: '0',
    detail: 'volvió',
    worker: 'w2',
  });
  expect(await findPendingCdr(db, held.documentId)).toBeUndefined();
});

test('of two adoptions at once one tells that the document has its CDR', async () => {
  const { documentId, ...held } = await sent();
  await settled({ documentId, ...held });
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM outcomes WHERE document_id = $1 FOR UPDATE', [documentId]);
  const adopted = Promise.all(
    [1, 2].map((byte) => {
      const file = { ...FILE, sha256: Buffer.alloc(32, byte) };
      return adoptCdr(db, { documentId, file, cdr: SAID, attempt: 0, detail: '', by: 'panel:ana' });
    }),
  );
  try {
    await waitFor('both adoptions to wait', async () => {
      const text = `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%cdr_signature = $%'`;
      return (await db.pool.query(text)).rowCount === 2;
    });
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  expect((await adopted).sort()).toEqual([false, true]);
});

test('a pending CDR is taken by one worker at a time, and again after its time', async () => {
  const held = await sent();
  await keepPendingCdr(db, held, sealed(), SAID);
  await settled(held);
  const takers = await Promise.all(Array.from({ length: 6 }, () => takePendingCdrs(db, 10)));
  expect(takers.flat()).toHaveLength(1);
  await db.pool.query(`UPDATE pending_cdrs SET next_at = now() - interval '1 s'`);
  expect((await only()).documentId).toBe(held.documentId);
});

test('a late CDR resumes its pending document, from a wait or a review, once', async () => {
  const held = await sent();
  await toReview(db, held, { reason: 'foreign_number', code: '1033' });
  await keepPendingCdr(db, held, FILE, SAID);
  const due = await only();
  expect(due).toMatchObject({ do: 'use', objectKey: 'a/b', sealed: null });
  expect(await useLateCdr(db, due, 'w3')).toBe(true);
  const next = (await claim(db, held.documentId, 'w3')) as Claim;
  expect(next).toMatchObject({ stage: 'sending', attempt: 2 });
  expect((await openDocument(db, held.documentId))?.reference.state).toBe('finished');
  expect(await findPendingCdr(db, held.documentId)).toMatchObject({ sha256: FILE.sha256 });
  // in review again in spite of it: a person's
  await toReview(db, next, { reason: 'other_document' });
  expect(await useLateCdr(db, due, 'w3')).toBe(false);
});

test('a late CDR of an environment that its business left resumes nothing', async () => {
  const held = await sent();
  await keepPendingCdr(db, held, FILE, SAID);
  await db.prisma.$transaction(async (tx) => {
    const to = targetOf({ authority: 'beta' });
    await changeEnvironment(tx, BY, held.businessId, to, { takeOver: true });
  });
  const due = await only();
  expect([due.do, await useLateCdr(db, due, 'w3')]).toEqual(['use', false]);
  expect((await openDocument(db, held.documentId))?.reference.state).toBe('review');
  expect(await resolveReview(db.prisma, BY, held.documentId, 'accepted', KEEP_NOWHERE)).toBe(true);
  await db.pool.query(`UPDATE pending_cdrs SET next_at = now() - interval '1 s'`);
  expect(await only()).toMatchObject({ do: 'adopt' });
});

test('the CDR of a leased document waits, and is deleted when the document has it', async () => {
  const held = await sent();
  await keepPendingCdr(db, held, FILE, SAID);
  const due = await only();
  expect([due.do, await useLateCdr(db, due, 'w3')]).toEqual(['use', false]);
  await settled(held, { cdr: FILE });
  await db.pool.query(`UPDATE pending_cdrs SET next_at = now() - interval '1 s'`);
  const again = await only();
  expect(again.do).toBe('forget');
  await forgetPendingCdr(db, again);
  expect(await takePendingCdrs(db, 10)).toEqual([]);
});

test.each([
  ['other_state', { state: 'rejected', code: '2017' }, {}],
  ['other_cdr', {}, { cdr: { ...FILE, sha256: Buffer.alloc(32, 9) } }],
])(
  'a CDR that contradicts the settlement is kept and reported: %s',
  async (conflict, change, settlement) => {
    const held = await sent();
    await keepPendingCdr(db, held, FILE, { ...SAID, ...change } as CdrContent);
    await settled(held, settlement);
    const due = await only();
    expect(due).toMatchObject({ do: 'tell', conflict });
    await markConflict(db, due);
    await db.pool.query(`UPDATE pending_cdrs SET next_at = now() - interval '1 s'`);
    expect(await takePendingCdrs(db, 10)).toEqual([]);
    expect(await findPendingCdr(db, held.documentId)).toBeUndefined();
    const contradicting = conflict === 'other_state' ? [held.documentId] : [];
    expect(await countPendingCdrs(db)).toEqual({ waiting: 0, contradicting });
    expect(await outcome(held)).toMatchObject({ state: 'accepted', code: '1033' });
  },
);

test('sealed CDRs are bounded in number and bytes, without those in the store', async () => {
  const held = await sent();
  const big = { ...sealed(), bytes: MAX_PENDING_CDRS.bytes - 1_000 };
  expect(await keepPendingCdr(db, held, big, SAID)).toBe(true);
  const other = await sent();
  expect(await keepPendingCdr(db, other, sealed(), SAID)).toBe(false);
  expect(await keepPendingCdr(db, other, FILE, SAID)).toBe(true);
  // the same again takes no more room
  expect(await keepPendingCdr(db, held, big, SAID)).toBe(true);
  // of a document that is open it is its worker's, or a person's
  expect(await countPendingCdrs(db)).toEqual({ waiting: 0, contradicting: [] });
  await settled(held);
  expect(await countPendingCdrs(db)).toEqual({ waiting: 1, contradicting: [] });
});

test('a CDR sealed for a review waits for the store if it stays after the review', async () => {
  const held = await sent();
  await keepPendingCdr(db, held, sealed(), SAID, { forPerson: true });
  await settled(held);
  expect(await countPendingCdrs(db)).toMatchObject({ waiting: 0 });
  expect(await only()).toMatchObject({ do: 'adopt', resumedAt: expect.any(Date) });
  await db.pool.query(`UPDATE outcomes SET settled_at = now() - interval '2 minutes'
    WHERE document_id = ${held.documentId}`);
  expect(await countPendingCdrs(db)).toMatchObject({ waiting: 1 });
});

test('a worker that lost its lease can only keep the CDR', async () => {
  const held = await sent();
  await db.pool.query(
    `UPDATE emissions SET lease_until = now() - interval '1 s' WHERE document_id = $1`,
    [held.documentId],
  );
  await claim(db, held.documentId, 'w2');
  await expect(settled(held)).rejects.toBeInstanceOf(LeaseLost);
  expect(await keepPendingCdr(db, held, FILE, SAID)).toBe(true);
});
