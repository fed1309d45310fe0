/**
 * What operators do and read, alike from the terminal and from the panel: words, rules,
 * explanations. Nothing here loads the database.
 */

export { SIGNATURE } from './cdrWords.js';
export * from './evidence.js';
export * from './explain.js';
export * from './invitation.js';
export * from './proposals.js';
export * from './restoration.js';
export * from './ruc.js';
export * from './setupIssues.js';
export * from './signerSpan.js';
export * from './unproven.js';
export * from './withoutKeys.js';
export * from './words.js';
