/** What a worker keeps of a document that it has signed, for tests that send nothing. */
import type { Signed } from '../src/exchange/markSigned.js';

export const FILE = { sha256: Buffer.alloc(32, 1), bytes: 10, objectKey: 'a/b' };

export const SIGNED: Signed = {
  issuer: { ruc: '20123456786', legalName: 'X' },
  digest: 'abc=',
  qr: 'a|b|',
  xml: FILE,
  zip: { ...FILE, objectKey: 'a/z' },
  tookMs: 3.2,
};
