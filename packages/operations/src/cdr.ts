/**
 * What operators do with CDRs and the certificates that sign them: alike from the terminal and from
 * the panel.
 */
export { attachCdr } from './attachCdr.js';
export * from './cdrSigner.js';
