/** Implements the steps of an attempt with PostgreSQL and the file store. */
import { type Claim, claim as claimDocument, markSending, markSigned, settle } from '@rafaga/db';
import { keepCdr } from '../cdrs/keepCdr.js';
import type { Deps } from '../deps.js';
import type { Steps } from '../steps.js';
import { signDocument } from './signDocument.js';
import { writeEnd } from './writeEnd.js';

export function createSteps(deps: Deps, decide: Steps['decide']): Steps {
  const { db, spans } = deps;
  return {
    claim: (documentId) => claimDocument(db, documentId, deps.worker, deps.authorities.down()),
    sign: (claim) => spans.run(claim, { name: 'sign', work: () => signDocument(deps, claim) }),
    recordIntent: (claim: Claim, { unrecorded }) =>
      spans.run(claim, {
        name: 'record intent',
        work: () =>
          unrecorded
            ? markSigned(db, claim, unrecorded, { sending: true })
            : markSending(db, claim),
      }),
    decide,
    keepCdr: (claim, cdr, log) =>
      spans.run(claim, {
        name: 'store CDR',
        work: () => keepCdr(deps, claim, cdr, log),
      }),
    settle: (claim, settlement) =>
      spans.run(claim, {
        name: 'settle',
        work: () => writeEnd(deps, claim, () => settle(db, claim, settlement)),
      }),
  };
}
