/**
 * The engine: pure functions from a priced sale to signed XML and ZIP, and from an authority's ZIP
 * to its CDR.
 */
export { CdrProblem } from './cdrProblem.js';
export { type ParsedCdr, parseCdr } from './parseCdr.js';
export { type Cdr, readCdr } from './readCdr.js';
export { type InvoiceContent, readInvoice } from './readInvoice.js';
export type { InvoiceAllowance, InvoiceLine } from './readInvoiceLine.js';
export { readZip } from './readZip.js';
export { signedInvoice } from './signedInvoice.js';
export { createSigner, type Signer } from './signer.js';
export {
  type CdrSignature,
  type CdrSignatureState,
  type CdrSigner,
  cdrSigner,
  verifyCdr,
} from './verifyCdr.js';
export { zipOne } from './zipOne.js';
