/** Certificates: read from uploaded files, which may be hostile, or made for the simulator. */
export * from './certificateProblem.js';
export { readCertificate, type SigningCertificate } from './readCertificate.js';
export * from './selfSigned.js';
