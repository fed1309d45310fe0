/** What a printed document is made from. */
import type { Issuer, PaperFormat, PricedSale } from '@rafaga/fiscal';

/** A kept file's own name: what was drawn as accepted can never be taken for what was rejected. */
export const pdfName = (format: PaperFormat, state: 'accepted' | 'rejected'): string =>
  `${format}-${state}.pdf`;

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
  /**
   * Where it was issued. Outside production it has no validity, which every paper says.
   */
  environment: 'simulator' | 'beta' | 'production';
  design: Design;
}

/** The design of a business's documents. */
export interface Design {
  /** #rrggbb, for pages; tickets are black. */
  color?: string;
  /** PNG or JPEG, as `readLogo` admits it. */
  logo?: Buffer;
  /** Below the address: telephone, web page; one line or more. */
  contact?: string;
  /** One line or more at the foot. */
  footer?: string;
  /** Where a document can be looked up; absent: SUNAT's page. */
  consultAt?: string;
}

/** A design as a database keeps it. */
export type StoredDesign = {
  readonly [Key in keyof Design]-?: Exclude<Design[Key], undefined> | null;
};

export function designOf({ color, logo, contact, footer, consultAt }: StoredDesign): Design {
  return {
    ...(color && { color }),
    ...(logo && { logo }),
    ...(contact && { contact }),
    ...(footer && { footer }),
    ...(consultAt && { consultAt }),
  };
}
