/** What the database remembers: one file a table that we speak to. */
export * from './accesses.js';
export * from './attempts.js';
export * from './audit.js';
export {
  type Backlog,
  countBacklog,
  countPendingCauses,
  type LeaseHolder,
  listLeaseHolders,
  MAX_COUNTED,
  type PendingCause,
} from './backlog.js';
export * from './businesses.js';
export * from './cdrSigners.js';
export { refuseCertificate } from './certificateRefusals.js';
export * from './certificates.js';
export * from './claim.js';
export * from './continuity.js';
export * from './credentials.js';
export { isUnavailable } from './databaseErrors.js';
export * from './db.js';
export * from './designs.js';
export * from './documentLists.js';
export {
  type DocumentSummary,
  findSummariesByReference,
  findSummary,
  type PendingEmission,
} from './documentSummary.js';
export * from './documents.js';
export * from './emissions.js';
export {
  countLeftBehind,
  countPending,
  DocumentsPending,
  type Environment,
  isElsewhere,
  MAX_PENDING_COUNTED,
  type PendingDocuments,
  type Target,
  targetOf,
} from './environments.js';
export * from './exchangeStats.js';
export * from './files.js';
export { withIndexPlans } from './indexPlans.js';
export * from './issuance.js';
export * from './keptAnswers.js';
export { type Resolution, resumeDocument, resumeUnproven } from './mend.js';
export { neighboursProven } from './neighbours.js';
export * from './newDocument.js';
export { holdBusiness, pauseBusiness, resumeBusiness, resumeRepairedBusinesses } from './pause.js';
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
export * from './refusedRequests.js';
export * from './restoration.js';
export * from './restorationSteps.js';
export * from './rewrapSecrets.js';
export * from './searchDocuments.js';
export * from './series.js';
export * from './sessions.js';
export * from './stuckDocuments.js';
export {
  type ClosingDeadline,
  type DueDocument,
  listClosingDeadlines,
  requeue,
  requeueAll,
  takeDueDocuments,
  VISIBILITY_MS,
  wake,
} from './sweep.js';
export * from './systemStats.js';
export * from './users.js';
