/**
 * The engine: pure functions from a priced sale to signed XML and ZIP, and from an authority's ZIP
 * to its CDR.
 */
export { CdrProblem } from './cdrProblem.js';
export type { Invoice } from './invoice.js';
export { type ParsedCdr, parseCdr } from './parseCdr.js';
export { type Cdr, type Expected, readCdr } from './readCdr.js';
export { type InvoiceContent, readInvoice } from './readInvoice.js';
export { readZip } from './readZip.js';
export { type SignedInvoice, signedInvoice } from './signedInvoice.js';
export { createSigner, type Digest, type Signer, type SignerOptions } from './signer.js';
export {
  type CdrSignature,
  type CdrSignatureState,
  type CdrSigner,
  cdrSigner,
  verifyCdr,
} from './verifyCdr.js';
export { zipOne } from './zipOne.js';
