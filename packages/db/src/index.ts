/** What the database remembers: one file a table that we speak to. */
export * from './accesses.js';
export * from './attempts.js';
export * from './audit.js';
export * from './businesses.js';
export * from './certificates.js';
export * from './claim.js';
export * from './credentials.js';
export * from './db.js';
export * from './documents.js';
export * from './emissions.js';
export * from './files.js';
export * from './issue.js';
export * from './newDocument.js';
export * from './pause.js';
export * from './series.js';
export * from './stuck.js';
export * from './sweep.js';
export { away } from './trouble.js';
