/**
 * Builds and signs the XML of a priced sale. It is stored and never signed again: a second
 * signature would make a second document.
 */
import { qrText } from '@rafaga/fiscal';
import { afterSignature, BEFORE_SIGNATURE, type Invoice } from './invoice.js';
import { type Signer, signature } from './signer.js';
import { ENCODING } from './xml.js';

export interface SignedInvoice {
  /** UTF-8. */
  xml: Buffer;
  /** DigestValue: the "valor resumen" that is printed. */
  digest: string;
  /** The text of the QR code. */
  qr: string;
}

/** @returns the signed XML with its digest and QR text; the RSA is computed off the event loop */
export async function signedInvoice(invoice: Invoice, signer: Signer): Promise<SignedInvoice> {
  const after = afterSignature(invoice);
  const signing = signature(after, signer);
  const rest = BEFORE.length + signer.size;
  const xml = Buffer.allocUnsafe(rest + after.length);
  after.copy(xml, rest);
  const { xml: own, digest } = await signing;
  BEFORE.copy(xml);
  xml.write(own, BEFORE.length, ENCODING);
  const { priced, issuer, number } = invoice;
  return { xml, digest, qr: qrText(priced, issuer.ruc, number) };
}

// the declaration is not part of the canonical form: the digest begins at the root
const BEFORE = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${BEFORE_SIGNATURE}`);
