/** Signs the XML of a document and zips it: the same document and signer give the same bytes. */
import { type Signer, signedInvoice, zipOne } from '@rafaga/engine';
import {
  documentName,
  type Issuer,
  limaTime,
  type NamedDocument,
  type PricedSale,
} from '@rafaga/fiscal';

export interface Content {
  priced: PricedSale;
  issuer: Issuer;
  createdAt: Date;
}

export async function signedZip(
  document: NamedDocument,
  { priced, issuer, createdAt }: Content,
  signer: Signer,
) {
  const invoice = { priced, issuer, number: document.number, issueTime: limaTime(createdAt) };
  const { xml, packed, digest, qr } = await signedInvoice(invoice, signer);
  const name = documentName(document);
  return { name, xml, zip: zipOne(`${name}.xml`, xml, packed), digest, qr };
}
