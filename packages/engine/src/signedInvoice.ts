/**
 * Builds and signs the XML of a priced sale. It is stored and never signed again: a second
 * signature would make a second document.
 */
import { qrText } from '@rafaga/fiscal';
import { deflated, storedPart } from './deflate.js';
import { afterSignature, type Invoice } from './invoice.js';
import { type Signer, signature } from './signer.js';

export interface SignedInvoice {
  /** UTF-8. */
  xml: Buffer;
  /** The same for zipOne. */
  packed: Buffer;
  /** DigestValue: the "valor resumen" that is printed. */
  digest: string;
  /** The text of the QR code. */
  qr: string;
}

/** @returns the signed XML with its digest and QR text; the RSA is computed off the event loop */
export async function signedInvoice(invoice: Invoice, signer: Signer): Promise<SignedInvoice> {
  const { start, size, keyInfo } = signer;
  const after = afterSignature(invoice);
  const signing = signature(after, signer);
  const rest = start.bytes.length + size;
  const xml = Buffer.allocUnsafe(rest + keyInfo.bytes.length + after.length);
  start.bytes.copy(xml);
  keyInfo.bytes.copy(xml, rest);
  after.copy(xml, rest + keyInfo.bytes.length);
  const last = deflated(after);
  const { own, digest } = await signing;
  own.copy(xml, start.bytes.length);
  const packed = Buffer.concat([start.deflated, storedPart(own), keyInfo.deflated, last]);
  const { priced, issuer, number } = invoice;
  return { xml, packed, digest, qr: qrText(priced, issuer.ruc, number) };
}
