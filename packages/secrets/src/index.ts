/**
 * Secrets: sealed to the program that opens them, verified without being stored, read from uploaded
 * files.
 */
export { SealBroken } from './aead.js';
export * from './archiveKey.js';
export * from './certificateProblem.js';
export * from './credential.js';
export { MissingKey } from './dataKeySeals.js';
export type { ProgramKeys } from './keyBox.js';
export { derivedKey, newPrivateKey, type Program, publicOf } from './keyPair.js';
export * from './password.js';
export { readCertificate, type SigningCertificate } from './readCertificate.js';
export * from './selfSigned.js';
export * from './vault.js';
