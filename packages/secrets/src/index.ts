/** Secrets: sealed to the program that opens them, verified without being stored. */
export { SealBroken } from './aead.js';
export * from './archiveKey.js';
export * from './credential.js';
export { MissingKey } from './dataKeySeals.js';
export { derivedKey, newPrivateKey, type Program, publicOf } from './keyPair.js';
export * from './password.js';
export * from './vault.js';
