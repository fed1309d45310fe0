/** What the database remembers: one file a table that we speak to. */
export * from './accesses.js';
export * from './attempts.js';
export * from './audit.js';
export {
  type Backlog,
  type Cause,
  countBacklog,
  countCauses,
  type Holder,
  listHolders,
  MOST_COUNTED,
} from './backlog.js';
export * from './businesses.js';
export { byKeys } from './byKeys.js';
export * from './cdrSigners.js';
export { refuseCertificate } from './certificateRefusals.js';
export * from './certificates.js';
export * from './claim.js';
export * from './continuity.js';
export * from './credentials.js';
export { isUnavailable } from './databaseErrors.js';
export * from './db.js';
export * from './designs.js';
export * from './documents.js';
export * from './emissions.js';
export {
  countLeftBehind,
  countWaiting,
  DocumentsWait,
  type Environment,
  isElsewhere,
  MOST_WAITING,
  type PendingDocuments,
  type Target,
  targetOf,
} from './environments.js';
export * from './exchangeLines.js';
export * from './files.js';
export { type FoundReference, findReferences, type OpenEmission, referenceOf } from './found.js';
export * from './issuance.js';
export * from './keptAnswers.js';
export * from './lists.js';
export { type Resolution, resumeDocument, resumeUnproven } from './mend.js';
export { neighboursProven } from './neighbours.js';
export * from './newDocument.js';
export { holdBusiness, pauseBusiness, resumeBusiness, resumeMended } from './pause.js';
export * from './pendingCdrs.js';
export {
  createHeartbeat,
  type Heartbeat,
  isOverdue,
  listProcesses,
  POSTGRES_FULL,
  type ProcessCondition,
  type ProcessKind,
  type ProcessRow,
} from './processes.js';
export {
  approveProposal,
  type Decider,
  declineProposal,
  findProposal,
  listProposals,
  type PendingProposal,
  ProposalProblem,
  type Proposed,
  propose,
} from './proposals.js';
export * from './rebuild.js';
export * from './refusals.js';
export * from './restoration.js';
export * from './restorationSteps.js';
export * from './sealed.js';
export * from './search.js';
export * from './series.js';
export * from './sessions.js';
export * from './stuck.js';
export {
  type Closing,
  closingDeadlines,
  type Due,
  forgetRings,
  putBack,
  takeDue,
  VISIBILITY_MS,
  wake,
} from './sweep.js';
export * from './users.js';
export * from './vitals.js';
