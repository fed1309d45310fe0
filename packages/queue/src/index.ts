/**
 * The bell: names, job data and connections of the queues. Nothing is remembered here that
 * PostgreSQL does not know.
 */
export * from './bell.js';
export * from './connection.js';
export * from './counts.js';
export * from './herald.js';
export * from './jobs.js';
export { policyOf } from './policy.js';
export * from './probe.js';
