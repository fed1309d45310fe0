/** What three ledgers say of the same sales: the clients', the database's and the authority's. */

/** What was sold, as a client sent it or as the signed XML tells it. */
export interface Content {
  /** RUC's type of catalogue 01 */
  type: string;
  issueDate: string;
  client: string;
  /** With two decimals. */
  total: string;
  lines: { code: string; description: string; quantity: string; unitPrice: string }[];
}

/** One POST of a client, answered or not. */
export interface Call {
  reference: string;
  /** SHA-256 of the body. */
  bodyHash: string;
  content: Content;
  sentAt: number;
  /** Undefined: there was no whole answer. */
  answered?: { at: number; status: number; body: string };
}

/** A document as the database and the files that are served tell it. */
export interface HeldDocument {
  id: number;
  reference: string;
  /** RUC-TT-SERIE-NUMERO */
  name: string;
  client: string;
  total: string;
  /** The bytes of the 201 that are kept. */
  answer: string;
  state: 'accepted' | 'rejected' | null;
  evidence: string | null;
  /** Of the emission; null when there is none. */
  stage: string | null;
  reviewReason: string | null;
  /** What it waits for, where it is open. */
  waitsFor: string | null;
  attempts: number;
  /** SHA-256 of the signed XML and of the CDR, as the files' table has it. */
  files: { xml?: string; cdr?: string };
  /** The signed XML as the API serves it. */
  xml?: { sha256: string; content: Content };
  /** The CDR as the API serves it. */
  cdr?: { sha256: string; ticket: string; speaksOf: string };
}

/** What the authority knows of a number. */
export interface Registration {
  document: string;
  sha256: string;
  verdict: 'accepted' | 'observed' | 'rejected';
  ticket: string;
  foreign: boolean;
}

/** A line of the authority's ledger. */
export interface Receipt {
  service: string;
  document: string | null;
  sha256: string | null;
  registered: boolean;
  registration?: Registration;
}

export interface History {
  calls: readonly Call[];
  documents: readonly HeldDocument[];
  receipts: readonly Receipt[];
}

/** What the authority holds under each number. */
export function registrationsOf({ receipts }: History): Map<string, Registration> {
  const found = receipts.flatMap(({ registration }) => registration ?? []);
  return new Map(found.map((registration) => [registration.document, registration]));
}

/** Whose send it was: the service that puts another system's documents there is not one of ours. */
export const isOurSend = ({ service }: Receipt): boolean => service === 'sendBill';
