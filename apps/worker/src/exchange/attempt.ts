/** One attempt of a worker at a document, before and after its decision. */
import type { Claim } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Steps } from '../steps.js';
import type { Services } from './authorities.js';
import type { SignedDocument } from './signDocument.js';

/** With a signed document, and all that its exchange with the authority needs. */
export interface Attempt {
  deps: Deps;
  steps: Steps;
  claim: Claim;
  document: SignedDocument;
  access: OpenAccess;
  services: Services;
}

/** With a decision that is to be written down. */
export interface EndedAttempt {
  deps: Deps;
  steps: Steps;
  claim: Claim;
  /** Names the document, the attempt and the request in every line. */
  log: Logger;
  tookMs: number;
}
