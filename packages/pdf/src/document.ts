/** What a printed document is made from. */
import type { Issuer, PricedSale } from '@rafaga/fiscal';

export const FORMATS = ['a4', 'a5', 'ticket-80', 'ticket-58'] as const;
export type Format = (typeof FORMATS)[number];

export interface PrintedDocument {
  priced: PricedSale;
  issuer: Issuer;
  number: number;
  /** When it was recorded: shown as its hour, and the date inside the file. */
  createdAt: Date;
  /** DigestValue of the signature; absent before it is signed. */
  digest?: string;
  /** The text of the QR. */
  qr?: string;
  state: 'pending' | 'accepted' | 'rejected';
  design: Design;
}

/** How a business wants its documents to look. */
export interface Design {
  /** #rrggbb, for pages; tickets are black. */
  color?: string;
  /** PNG or JPEG, as `readLogo` admits it. */
  logo?: Buffer;
  /** Below the address: telephone, web page; a line or a few. */
  contact?: string;
  /** A line or a few at the foot. */
  footer?: string;
  /** Where a document can be looked up; absent: SUNAT's page. */
  consultAt?: string;
}
