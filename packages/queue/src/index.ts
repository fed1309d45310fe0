/**
 * The queues in Redis: their names, jobs and connections. PostgreSQL has everything that is needed
 * to fill them again.
 */
export * from './batchedEnqueuer.js';
export * from './connection.js';
export * from './counts.js';
export * from './decidedDocuments.js';
export * from './diagnosis.js';
export {
  createEmissionQueue,
  createPrintQueue,
  type EmissionQueue,
} from './documentQueue.js';
export * from './formerQueues.js';
export * from './jobs.js';
export { readPolicyFault } from './policy.js';
export * from './probe.js';
export * from './sentinels.js';
export * from './settingsChanges.js';
export * from './sharedReadings.js';
export * from './unreachable.js';
