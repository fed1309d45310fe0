/**
 * Secrets: encrypted under a master key, verified without being stored, read from uploaded files.
 */
export * from './certificateProblem.js';
export * from './credential.js';
export * from './password.js';
export { readCertificate, type SigningCertificate } from './readCertificate.js';
export * from './selfSigned.js';
export * from './vault.js';
