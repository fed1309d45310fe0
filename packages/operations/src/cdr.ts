/** Entry of the package for CDRs and the certificates that sign them. */
export { attachCdr } from './attachCdr.js';
export * from './cdrSigner.js';
export { cdrText } from './cdrText.js';
