/**
 * Queries what is registered under a document's number, if the authority can be queried, compares
 * it with what we sent, and decides.
 */
import { type Claim, LEASE_MS, neighboursProven } from '@rafaga/db';
import { cdrOutcome } from '@rafaga/fiscal';
import type { Classified } from '../decisions/classified.js';
import { classifyCdr } from '../decisions/classifyCdr.js';
import { comparedOf } from '../decisions/compared.js';
import { decideFromQuery } from '../decisions/decideFromQuery.js';
import type { Decision, Query } from '../decisions/decision.js';
import type { QueryOutcome } from '../decisions/decisionTable.js';
import { oursOf, type Window } from '../decisions/ownCdr.js';
import type { QueryContext } from '../decisions/queryContext.js';
import { rawRepliesToKeep } from '../decisions/rawReplies.js';
import { signalOf } from '../decisions/signal.js';
import type { Deps } from '../deps.js';
import type { Attempt } from './attempt.js';
import { notAdmitted } from './notAdmitted.js';
import { type QueryAnswer, queryServices } from './queryServices.js';
import { cdrKey, type SignedDocument } from './signDocument.js';

export async function query(
  attempt: Attempt,
  context: QueryContext,
): Promise<Exclude<Decision, Query>> {
  const { deps, claim, document } = attempt;
  const kept = await keptCdr(attempt);
  const answered = kept ?? (await queryServices(attempt, arrival(claim, document, context)));
  if ('refused' in answered) return { ...notAdmitted(answered.refused), ...carriedOver(context) };
  const { answer, reply } = answered;
  const decision = decideFromQuery(answer, {
    ...context,
    unclearAnswers: claim.unclearAnswers,
    // a send resets the count
    repeats: context.send === undefined ? claim.missing : 0,
    compared: comparedOf(claim, document, answer),
    presumes: await presumes(deps, claim, answer, context),
  });
  return {
    ...decision,
    ...(reply && { signal: signalOf(reply) }),
    evidenceToKeep: rawRepliesToKeep(reply ? [reply] : [], decision.do),
  };
}

/** The state that the next attempt needs when this query was not made. */
export const carriedOver = ({ claimed, send }: QueryContext) => ({
  ...(claimed !== undefined && { claimed }),
  ...(send !== undefined && { send }),
});

/**
 * Whether the document may be presumed accepted: only when there is no service to query and an
 * unanswered send may have arrived.
 */
async function presumes(
  deps: Deps,
  claim: Claim,
  { row }: Classified<QueryOutcome>,
  { doubt }: QueryContext,
): Promise<boolean> {
  const { unprovenPolicy } = claim.business;
  if (row !== 'cannot_query' || doubt !== 'claimed' || unprovenPolicy !== 'presume') return false;
  return neighboursProven(deps.db, claim.documentId);
}

/** Reads a CDR that an earlier worker stored but could not record: it answered a send of ours. */
async function keptCdr({ deps, claim, document }: Attempt): Promise<QueryAnswer | undefined> {
  const { intentAt } = claim;
  if (!intentAt) return undefined;
  // the earlier worker stored it within the lease of its send
  const within = { from: intentAt, to: new Date(intentAt.getTime() + LEASE_MS) };
  const zip = await deps.files.find(cdrKey(claim), within);
  const answer = zip && classifyCdr(zip, oursOf(claim, document));
  if (!answer?.cdr || answer.cdr.match === 'differs') return undefined;
  const outcome = cdrOutcome(answer.cdr.code);
  // only the answer to our own send is stored under this name: that is the proof
  return outcome && { answer: { ...answer, row: `proven_${outcome}` } };
}

/**
 * When a send of ours may have arrived: from the signature until the last request has ended. Where
 * the database's clock went back after the signature, a send of an earlier attempt is before it.
 */
function arrival({ intentAt, now }: Claim, { at }: SignedDocument, { send }: QueryContext): Window {
  const last = send === 'unknown' || send === 'unanswered' ? now : (intentAt ?? at);
  return {
    from: intentAt && intentAt < at ? intentAt : at,
    to: new Date(last.getTime() + LEASE_MS),
  };
}
