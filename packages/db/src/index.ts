/** The public functions of the package, by subject. */
export {
  type Addressed,
  bindAccess,
  destinationNow,
  destinationOf,
} from './admin/accessDestination.js';
export * from './admin/accesses.js';
export * from './admin/accessTrials.js';
export {
  type AuditEntry,
  type By,
  listAudit,
  listQueueActions,
  type QueueAction,
  recordAct,
} from './admin/audit.js';
export type { AuditAction } from './admin/auditActions.js';
export * from './admin/businesses.js';
export * from './admin/cdrSigners.js';
export * from './admin/certificates.js';
export * from './admin/changeBusiness.js';
export * from './admin/credentials.js';
export { approveProposal, declineProposal } from './admin/decideProposal.js';
export * from './admin/designs.js';
export * from './admin/drafts.js';
export { type Environment, targetOf } from './admin/environments.js';
export * from './admin/invitations.js';
export {
  DEVICE_LIFE_MS,
  forgetDevices,
  forgetOtherDevices,
  isKnownDevice,
  type KnownDevice,
  listKnownDevices,
  rememberDevice,
} from './admin/knownDevices.js';
export * from './admin/listProposals.js';
export {
  attemptFailed,
  forgetFailures,
  LOGIN_ALARM,
  type PausePolicy,
  type TakenAttempt,
  takeAttempt,
} from './admin/loginFailures.js';
export {
  countLeftBehind,
  countPending,
  countToSend,
  DocumentsPending,
  MAX_PENDING_COUNTED,
  type PendingDocuments,
} from './admin/pendingDocuments.js';
export { type Decider, ProposalProblem, type Proposed } from './admin/proposal.js';
export { propose } from './admin/propose.js';
export * from './admin/recoveryCodes.js';
export * from './admin/rehearsals.js';
export * from './admin/rewrapSecrets.js';
export * from './admin/savedViews.js';
export * from './admin/series.js';
export * from './admin/seriesToBegin.js';
export * from './admin/sessions.js';
export * from './admin/signedPending.js';
export * from './admin/temporaryValues.js';
export * from './admin/userProofs.js';
export {
  addUser,
  changeUser,
  findLogin,
  findUser,
  listUsers,
  type NewUser,
  ROLES,
  type Role,
  type User,
} from './admin/users.js';
export * from './alerts/alertMessages.js';
export * from './alerts/recordAlerts.js';
export * from './archiving/archiveLock.js';
export * from './archiving/bundles.js';
export * from './archiving/detachedMonths.js';
export * from './archiving/documentsToArchive.js';
export {
  type ArchiveOwner,
  type FoundEntry,
  findArchived,
  findByKey,
} from './archiving/findArchived.js';
export * from './archiving/heldDocuments.js';
export * from './archiving/month.js';
export * from './archiving/monthToDetach.js';
export * from './archiving/searchArchived.js';
export {
  createOperation,
  OperationProblem,
} from './bulkOperations/createOperation.js';
export * from './bulkOperations/decideOperation.js';
export type { Exclusion, OperationTask } from './bulkOperations/exclusions.js';
export {
  findOperation,
  findOperationByToken,
  type Halt,
  listOperations,
  listProposedOperations,
  type Operation,
  type OperationState,
} from './bulkOperations/operation.js';
export * from './bulkOperations/operationItems.js';
export {
  claimOperation,
  type OperationLease,
  releaseOperation,
} from './bulkOperations/operationLease.js';
export {
  type PlannedDocument,
  planAsProposed,
  planOperation,
} from './bulkOperations/planOperation.js';
export { type Step as OperationStep, stepOperation } from './bulkOperations/stepOperation.js';
export { connectionProblem, unreachablePostgres } from './connectionProblem.js';
export { isUnavailable } from './databaseErrors.js';
export {
  createDb,
  type Db,
  findWritable,
  ping,
} from './db.js';
export * from './documents/archivedFiles.js';
export * from './documents/decidedAmong.js';
export { documentLogFields } from './documents/documentLogFields.js';
export {
  findDocument,
  openDocument,
  type RecordedDocument,
  readStoredDocument,
  type StoredDocument,
} from './documents/documents.js';
export { deleteOldTraces, findTraceparents } from './documents/documentTraces.js';
export * from './documents/files.js';
export { type Download, findDownload, findStoredDownload } from './documents/findDownload.js';
export * from './documents/findRecord.js';
export * from './documents/printings.js';
export { neighboursProven } from './exchange/adjacentNumbers.js';
export { adoptCdr, useLateCdr } from './exchange/adoptCdr.js';
export { hasEnded } from './exchange/attemptEnd.js';
export { acceptCertificate, refuseCertificate } from './exchange/certificateRefusals.js';
export { claim } from './exchange/claim.js';
export type { Claim } from './exchange/claimed.js';
export * from './exchange/continueAttempt.js';
export {
  type DueCdr,
  forgetPendingCdr,
  markConflict,
  takePendingCdrs,
} from './exchange/duePendingCdrs.js';
export * from './exchange/emissionStates.js';
export { endpointOf } from './exchange/endpoint.js';
export { LEASE_MS, LeaseLost } from './exchange/fence.js';
export { withIndexPlans } from './exchange/indexPlans.js';
export { keepPendingCdr } from './exchange/keepPendingCdr.js';
export { markSigned, type Signed } from './exchange/markSigned.js';
export {
  answerInquiry,
  leaveInquiry,
  type TakenInquiry,
  takeInquiry,
} from './exchange/openInquiries.js';
export {
  holdBusiness,
  pauseBusiness,
  resumeBusiness,
  resumeRepairedBusinesses,
} from './exchange/pause.js';
export {
  type CdrContent,
  countPendingCdrs,
  findPendingCdr,
  listPendingCdrs,
  type PendingCdr,
  type PendingCdrSummary,
  type PendingCdrsSummary,
} from './exchange/pendingCdrs.js';
export { beginProbe, endProbe } from './exchange/probe.js';
export { listPausedQueues, pauseQueue, resumeQueue } from './exchange/queuePauses.js';
export { type Settlement, settle } from './exchange/settle.js';
export { shortenWaits } from './exchange/shortenWaits.js';
export {
  advanceLastDay,
  type DueDocument,
  FEW_A_ROUND,
  listClosingDeadlines,
  requeue,
  requeueAll,
  takeDueDocuments,
  takeUnsignedDocuments,
  wake,
} from './exchange/sweep.js';
export { toReview } from './exchange/toReview.js';
export { uncountCrash } from './exchange/uncountCrash.js';
export { waitUntil } from './exchange/waitUntil.js';
export * from './issuing/credentials.js';
export * from './issuing/issuance.js';
export * from './issuing/lastNumbers.js';
export * from './issuing/newDocument.js';
export * from './law/exchangeRates.js';
export {
  claimLawCheck,
  forgetLawChecks,
  type LawCheckLease,
  releaseLawCheck,
  renewLawCheck,
  storeLawCheck,
} from './law/lawCheckLease.js';
export * from './law/lawChecks.js';
export { REVIEWED_DAYS, type Review, reviewBusiness } from './law/reviewBusiness.js';
export * from './months/analyzeDocuments.js';
export * from './months/detachMonth.js';
export * from './months/makeDocumentMonths.js';
export * from './months/monthsAhead.js';
export { DATABASE_WORDS, POSTGRES_FULL } from './processes/databaseConditions.js';
export * from './processes/diagnosis.js';
export { createHeartbeat } from './processes/heartbeat.js';
export { poolState } from './processes/poolState.js';
export {
  listProcesses,
  type ProcessCondition,
  type ProcessKind,
  type ProcessLoad,
  type ProcessRow,
} from './processes/processes.js';
export * from './processes/walPosition.js';
export { warnConnection } from './processes/warnConnection.js';
export { type ExaminedReplica, examineReplicas } from './replica/examineReplica.js';
export {
  createReplicas,
  type ReplicaConfig,
  type Replicas,
} from './replica/replicas.js';
export {
  type Acknowledgements,
  type Behind,
  findBehind,
  type ReadAcknowledgements,
} from './restoration/behind.js';
export * from './restoration/continuity.js';
export { endRestoration, sameUser } from './restoration/endRestoration.js';
export * from './restoration/knownDocuments.js';
export * from './restoration/leftEnvironments.js';
export * from './restoration/personSteps.js';
export { RestorationProblem, type RestorationProblemReason } from './restoration/problem.js';
export { rebuildDocument } from './restoration/rebuildDocument.js';
export type {
  RebuildResult,
  RecoveredDocument,
  RecoveredExchange,
} from './restoration/recovered.js';
export type * from './restoration/reports.js';
export {
  openedRestoration,
  type Restoration,
  restorationAlarm,
} from './restoration/restoration.js';
export { resumeExchange } from './restoration/resumeExchange.js';
export { reviewDecided, reviewPendingDecided } from './restoration/reviewDecided.js';
export * from './restoration/seriesToAsk.js';
export * from './restoration/workerSteps.js';
export { EVERY_BUSINESS, isInScope, type Scope } from './scope.js';
export * from './sealedColumns.js';
export { findClientIds } from './search/clients.js';
export { fillDocumentSearch } from './search/fillDocumentSearch.js';
export { wordsOf } from './search/searchName.js';
export * from './search/searchRefusedRequests.js';
export { idAtMs, msOfId } from './statistics/documentIdTime.js';
export { type Buckets, bucketOf, percentile } from './statistics/latencyBuckets.js';
export * from './statistics/readStatistics.js';
export * from './statistics/requestStatistics.js';
export { rollUpStatistics } from './statistics/rollUp.js';
export * from './support/attempts.js';
export {
  type Backlog,
  countBacklog,
  countOpen,
  countPendingCauses,
  type LeasedDocument,
  type LeaseHolder,
  listLeaseHolders,
  MAX_COUNTED,
  type PendingCause,
} from './support/backlog.js';
export {
  type CauseBusiness,
  listCauseBusinesses,
  listCauseDocuments,
} from './support/causeLists.js';
export * from './support/countedCalls.js';
export type {
  DocumentConditions,
  DocumentFilter,
  DocumentState,
} from './support/documentFilter.js';
export * from './support/documentLists.js';
export {
  type DocumentSummary,
  findSummariesByReference,
  findSummary,
  type ListedDocument,
  type PendingEmission,
} from './support/documentSummary.js';
export * from './support/exchangeStats.js';
export { type FilteredPage, filterDocuments } from './support/filteredDocuments.js';
export * from './support/inquiries.js';
export type { AuthorityFacts, IssuerFacts } from './support/issuerHealth.js';
export * from './support/keptAnswers.js';
export { isOverdue } from './support/overdue.js';
export * from './support/refusedRequests.js';
export type { Decision, KeepDecision, Resolution } from './support/resolveReview.js';
export { resumeDocument } from './support/resume.js';
export { searchDocuments } from './support/searchDocuments.js';
export { type SeriesBelow, seriesBelow } from './support/seriesBelow.js';
export * from './support/stuckDocuments.js';
export type { StuckReason } from './support/stuckStatement.js';
export * from './support/summarizeBusinesses.js';
export * from './support/systemStats.js';
