/** The types of one attempt to process a document, before and after its decision. */
import type { Claim } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Steps } from '../steps.js';
import type { Services } from './authorities.js';
import type { SignedDocument } from './signDocument.js';

/** An attempt with a signed document, and what its exchange with the authority needs. */
export interface Attempt {
  deps: Deps;
  steps: Steps;
  claim: Claim;
  document: SignedDocument;
  access: OpenAccess;
  services: Services;
}

/** An attempt whose decision is to be carried out. */
export interface EndedAttempt {
  deps: Deps;
  steps: Steps;
  claim: Claim;
  /** Adds the document, the attempt and the request to every line. */
  log: Logger;
  tookMs: number;
}
