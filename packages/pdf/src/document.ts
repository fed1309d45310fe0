/** The document that is drawn, and its design. */
import {
  type Evidence,
  type FiscalState,
  type Issuer,
  type PaperFormat,
  type PricedSale,
  price,
  type Sale,
} from '@rafaga/fiscal';
import type { Archive } from './archive/archive.js';

/**
 * The name of a stored PDF. It contains the state, so that the PDF of one state never replaces
 * another's.
 * @param archive what is embedded in it
 */
export const pdfName = (
  format: PaperFormat,
  state: 'accepted' | 'rejected',
  archive?: Archive,
): string => `${format}-${state}${archive ? (archive.cdr ? '-archive' : '-xml') : ''}.pdf`;

/** Whether the signed XML and the CDR are embedded in this format. */
export const isArchive = ({ archive }: Pick<Design, 'archive'>, format: PaperFormat): boolean =>
  archive === true && format === 'a4';

export interface PrintedDocument {
  priced: PricedSale;
  issuer: Issuer;
  number: number;
  /** When it was recorded: the printed time, and the date in the metadata. */
  createdAt: Date;
  /** DigestValue of the signature; absent before it is signed. */
  digest?: string;
  /** The text of the QR. */
  qr?: string;
  state: FiscalState;
  /** What proves the state; null while it is pending, and where it was not stored. */
  evidence: Evidence | null;
  /** Outside production the document has no validity, and the PDF says so. */
  environment: 'simulator' | 'beta' | 'production';
  design: Design;
  /** The files to embed in an A4, which makes it a PDF/A-3; other formats embed none. */
  archive?: Archive;
}

/** A document that is stored, with what its signature covers. */
interface SignedDocument
  extends Pick<PrintedDocument, 'number' | 'createdAt' | 'environment' | 'evidence'> {
  sale: Sale;
  /** Null while it is pending. */
  state: PrintedDocument['state'] | null;
  signature: Required<Pick<PrintedDocument, 'issuer' | 'digest' | 'qr'>>;
}

/** What is drawn of a stored document. */
export function printedDocument(
  { sale, number, createdAt, environment, state, evidence, signature }: SignedDocument,
  design: Design,
): PrintedDocument {
  const { issuer, digest, qr } = signature;
  const drawn = { issuer, number, createdAt, digest, qr, evidence, environment, design };
  return { priced: price(sale), state: state ?? 'pending', ...drawn };
}

/** The design of a business's documents. */
export interface Design {
  /** #rrggbb, for pages; tickets are black. */
  color?: string;
  /** PNG or JPEG, as `readLogo` admits it. */
  logo?: Buffer;
  /** Telephone or web page, printed below the address; one line or more. */
  contact?: string;
  /** Printed at the end; one line or more. */
  footer?: string;
  /** The page where a document can be verified; absent: SUNAT's page. */
  consultAt?: string;
  /** Whether tickets have the number as a barcode, for exchanges. */
  barcode?: boolean;
  /** The length at which a ticket continues on another piece, in millimetres. */
  ticketLength?: number;
  /** Whether A4 PDFs embed the signed XML and the CDR, as PDF/A-3. */
  archive?: boolean;
}

/** A design as the database stores it. */
export type StoredDesign = {
  readonly [Key in keyof Design]-?: Exclude<Design[Key], undefined> | null;
};

export function designOf({
  color,
  logo,
  contact,
  footer,
  consultAt,
  barcode,
  ticketLength,
  archive,
}: StoredDesign): Design {
  return {
    ...(color && { color }),
    ...(logo && { logo }),
    ...(contact && { contact }),
    ...(footer && { footer }),
    ...(consultAt && { consultAt }),
    ...(barcode && { barcode }),
    ...(ticketLength && { ticketLength }),
    ...(archive && { archive }),
  };
}
