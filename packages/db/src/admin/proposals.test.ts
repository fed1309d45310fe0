/** Tests proposals: they need two persons, are decided once, and the audit names both. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { aBusiness, aDb, aDocument, KEEP_NOWHERE } from '../../testing/aDocument.js';
import { aPerson, type Person } from '../../testing/aPerson.js';
import { REAL_TIMERS } from '../../testing/realTimers.js';
import { createIssuance } from '../issuing/issuance.js';
import { findSummary } from '../support/documentSummary.js';
import type { InquiryOutcome } from '../support/inquiries.js';
import { resolveReview } from '../support/resolveReview.js';
import { listAudit } from './audit.js';
import { getBusiness } from './businesses.js';
import { updateBusiness } from './changeBusiness.js';
import { approveProposal, declineProposal } from './decideProposal.js';
import { targetOf } from './environments.js';
import { findProposal, listProposals } from './listProposals.js';
import { ProposalProblem } from './proposal.js';
import { propose } from './propose.js';
import { listSeries } from './series.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const REASON = 'consta en SOL';
let ana: Person & { reason: string };
let luis: typeof ana;
beforeAll(async () => {
  ana = { ...(await aPerson(db)), reason: REASON };
  luis = { ...(await aPerson(db)), reason: REASON };
});

async function inReview() {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issued = await issuance.issue(aDocument(businessId));
  if (issued.is !== 'issued') throw new Error(issued.is);
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = $1`,
    [issued.id],
  );
  return {
    action: 'document.resolve',
    businessId,
    documentId: issued.id,
    resolution: 'discarded',
  } as const;
}

/** Resumed since, asked again, and back in review with another answer. */
const reviewedAgain = ({ documentId, businessId }: Awaited<ReturnType<typeof inReview>>) =>
  db.pool.query(
    `INSERT INTO attempts (document_id, business_id, attempt, step, detail)
      VALUES ($1, $2, 4, 'review', 'unknown_code')`,
    [documentId, businessId],
  );

const actsOf = async (businessId: number) =>
  (await listAudit(db, { scope: businessId }))
    .map(({ actor, action, reason }) => [action, actor, reason])
    .filter(([, actor]) => actor !== 'test');

test('a second person approves a resolution, and the audit names both', async () => {
  const what = await inReview();
  const id = await propose(db, ana, what);
  expect(await findSummary(db, what.documentId)).toMatchObject({
    state: null,
    emission: { stage: 'review' },
  });
  expect(
    await listProposals(db, { scope: what.businessId, documentId: what.documentId }),
  ).toMatchObject([{ id, what, proposer: 'Ana', reason: 'consta en SOL' }]);
  await approveProposal(db, { ...luis, reason: undefined }, id, KEEP_NOWHERE);
  expect(await findSummary(db, what.documentId)).toMatchObject({
    state: 'rejected',
    emission: null,
  });
  expect(await findProposal(db, id)).toBeUndefined();
  expect(await actsOf(what.businessId)).toEqual([
    ['document.resolve', luis.actor, 'consta en SOL'],
    ['proposal.approve', luis.actor, undefined],
    ['proposal.add', ana.actor, 'consta en SOL'],
  ]);
});

test('a person cannot approve their own proposal, and a proposal is decided once', async () => {
  const what = await inReview();
  const id = await propose(db, ana, what);
  await expect(propose(db, luis, what)).rejects.toThrow(new ProposalProblem('waits_already'));
  await expect(approveProposal(db, ana, id, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('own'),
  );
  const both = await Promise.allSettled([
    approveProposal(db, luis, id, KEEP_NOWHERE),
    approveProposal(db, luis, id, KEEP_NOWHERE),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await actsOf(what.businessId)).toHaveLength(3);
});

const answered = (
  { documentId, businessId }: Awaited<ReturnType<typeof inReview>>,
  outcome: InquiryOutcome,
) =>
  db.pool.query(
    `INSERT INTO inquiries (document_id, business_id, asked_by, answered_at, outcome, answers)
      VALUES ($1, $2, 'test', now(), $3, '[]')`,
    [documentId, businessId, outcome],
  );

test('what SUNAT has, accepted, is neither proposed nor approved to be discarded', async () => {
  const what = await inReview();
  const id = await propose(db, ana, what);
  await answered(what, 'ours_accepted');
  // shows nothing of the document, so that the answer before it stands
  await answered(what, 'no_answer');
  const refused = new ProposalProblem('shown_accepted');
  await expect(approveProposal(db, luis, id, KEEP_NOWHERE)).rejects.toThrow(refused);
  expect(await findSummary(db, what.documentId)).toMatchObject({ emission: { stage: 'review' } });
  expect(await resolveReview(db.prisma, ana, what.documentId, 'discarded', KEEP_NOWHERE)).toBe(
    false,
  );
  await declineProposal(db, luis, id);
  await expect(propose(db, ana, what)).rejects.toThrow(refused);
  await declineProposal(db, ana, await propose(db, ana, { ...what, resolution: 'accepted' }));
  await answered(what, 'voided');
  await approveProposal(db, luis, await propose(db, ana, what), KEEP_NOWHERE);
});

test('a declined proposal is not done, and may be made again', async () => {
  const what = await inReview();
  await declineProposal(db, ana, await propose(db, ana, what));
  expect(await findSummary(db, what.documentId)).toMatchObject({ emission: { stage: 'review' } });
  const id = await propose(db, ana, what);
  await declineProposal(db, luis, id);
  await expect(approveProposal(db, luis, id, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('gone'),
  );
});

test('a proposal that cannot be done any more stays pending', async () => {
  const what = await inReview();
  const id = await propose(db, ana, what);
  await db.pool.query(
    `UPDATE emissions SET stage = 'recorded', review_reason = NULL WHERE document_id = $1`,
    [what.documentId],
  );
  await expect(approveProposal(db, luis, id, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('cannot'),
  );
  expect(await findProposal(db, id)).toMatchObject({ id });
  expect(await actsOf(what.businessId)).toHaveLength(1);
});

test('a resolution that the file store does not take is not done', async () => {
  const what = await inReview();
  const id = await propose(db, ana, what);
  const full = () => Promise.reject(new Error('ENOSPC'));
  await expect(approveProposal(db, luis, id, full)).rejects.toMatchObject({ reason: 'not_kept' });
  expect(await findProposal(db, id)).toMatchObject({ id });
  expect(await findSummary(db, what.documentId)).toMatchObject({ emission: { stage: 'review' } });
});

test('a proposal about one review is not applied to a later review', async () => {
  const what = await inReview();
  const id = await propose(db, ana, what);
  await reviewedAgain(what);
  await expect(approveProposal(db, luis, id, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('cannot'),
  );
  expect(await findSummary(db, what.documentId)).toMatchObject({
    state: null,
    emission: { stage: 'review' },
  });
});

test('the clock of the program that proposes does not hide a later review', async () => {
  const what = await inReview();
  jest.useFakeTimers({ now: Date.now() + 60_000, doNotFake: REAL_TIMERS });
  const id = await propose(db, ana, what).finally(() => jest.useRealTimers());
  await reviewedAgain(what);
  await expect(approveProposal(db, luis, id, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('cannot'),
  );
});

test('two persons set the next number of a series, only upwards', async () => {
  const { id: businessId } = await aBusiness(db, 'F001');
  const id = await propose(db, ana, {
    action: 'series.next',
    businessId,
    environment: 'simulator',
    series: 'F001',
    nextNumber: 501,
  });
  expect(await listSeries(db, businessId)).toMatchObject([{ lastNumber: 0 }]);
  expect(await approveProposal(db, luis, id, KEEP_NOWHERE)).toEqual({
    action: 'series.next',
    businessId,
    environment: 'simulator',
    series: 'F001',
    nextNumber: 501,
  });
  expect(await listSeries(db, businessId)).toMatchObject([{ lastNumber: 500 }]);
  const back = await propose(db, ana, {
    action: 'series.next',
    businessId,
    environment: 'simulator',
    series: 'F001',
    nextNumber: 20,
  });
  await expect(approveProposal(db, luis, back, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('cannot'),
  );
});

test('a change of environment is not made from another one than it was proposed from', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const change = (authority: 'simulator' | 'beta' | 'production') =>
    updateBusiness(db, ana, businessId, { authority });
  const proposed = (authority: 'simulator' | 'beta') => {
    const to = targetOf({ authority });
    return propose(db, ana, { action: 'environment.change', businessId, ...to });
  };
  const id = await proposed('beta');
  await change('beta');
  await change('production');
  const issued = await issuance.issue(aDocument(businessId));
  if (issued.is !== 'issued') throw new Error(issued.is);
  await expect(approveProposal(db, luis, id, KEEP_NOWHERE)).rejects.toThrow(
    new ProposalProblem('cannot'),
  );
  expect(await findSummary(db, issued.id)).toMatchObject({ environment: 'production' });
  expect(await findProposal(db, id)).toMatchObject({ id });
  await declineProposal(db, luis, id);
  // the same environment saved again changes nothing
  const next = await proposed('simulator');
  await db.pool.query('DELETE FROM emissions WHERE document_id = $1', [issued.id]);
  await change('production');
  await approveProposal(db, luis, next, KEEP_NOWHERE);
  expect(await getBusiness(db, businessId)).toMatchObject({ environment: 'simulator' });
});
