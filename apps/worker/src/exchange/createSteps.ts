/** Implements the steps of an attempt with PostgreSQL and the file store. */
import { type Claim, claim as claimDocument, markSending, markSigned, settle } from '@rafaga/db';
import { keepCdr } from '../cdrs/keepCdr.js';
import type { Deps } from '../deps.js';
import type { Steps } from '../steps.js';
import { retryWhileUnavailable } from './retryWhileUnavailable.js';
import { cdrName, nameIn, signDocument } from './signDocument.js';

export const createSteps = (deps: Deps, decide: Steps['decide']): Steps => ({
  claim: (documentId) => claimDocument(deps.db, documentId, deps.worker, deps.authorities.down()),
  sign: (claim) => signDocument(deps, claim),
  recordIntent: (claim: Claim, { unrecorded }) =>
    unrecorded
      ? markSigned(deps.db, claim, unrecorded, { sending: true })
      : markSending(deps.db, claim),
  decide,
  keepCdr: (claim, zip, said, log) =>
    keepCdr(deps, claim, nameIn(claim, cdrName(claim)), zip, said, log),
  settle: (claim, settlement) => retryWhileUnavailable(() => settle(deps.db, claim, settlement)),
});
