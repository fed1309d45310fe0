/** Main entry: the words, rules and explanations of CLI and panel. It loads no database code. */

export * from './actorText.js';
export { SIGNATURE } from './cdrWords.js';
export * from './certificateFault.js';
export * from './counts.js';
export * from './credentialWords.js';
export * from './designWords.js';
export * from './email.js';
export * from './evidence.js';
export * from './exchangeRate.js';
export * from './inquiry.js';
export * from './invitation.js';
export * from './issuerIdentifiers.js';
export * from './lawWords.js';
export * from './plainError.js';
export * from './proposals.js';
export * from './reason.js';
export * from './restoration.js';
export * from './setupIssues.js';
export * from './signedPending.js';
export * from './signerSpan.js';
export * from './unprinted.js';
export * from './unproven.js';
export * from './withoutKeys.js';
export * from './words.js';
