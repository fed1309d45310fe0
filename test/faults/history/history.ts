/** The types of a history: the records of clients, database and authority of the same sales. */

/** The content of a sale, as a client sent it or as the signed XML has it. */
export interface Content {
  /** The document type of catalogue 01. */
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
  /** Absent without a complete answer. */
  answered?: { at: number; status: number; body: string };
}

/** A document as the database and the served files have it. */
export interface HeldDocument {
  id: number;
  reference: string;
  /** RUC-TT-SERIE-NUMERO */
  name: string;
  client: string;
  total: string;
  /** The stored bytes of the 201 answer. */
  answer: string;
  state: 'accepted' | 'rejected' | null;
  evidence: string | null;
  /** The stage of the emission; null without one. */
  stage: string | null;
  reviewReason: string | null;
  /** What an open document waits for. */
  waitsFor: string | null;
  attempts: number;
  /** SHA-256 of the signed XML and of the CDR, from the table of files. */
  files: { xml?: string; cdr?: string };
  /** The signed XML as the API serves it. */
  xml?: { sha256: string; content: Content };
  /** The CDR as the API serves it. */
  cdr?: { sha256: string; ticket: string; documentName: string };
}

/** What the authority has registered under a number. */
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

/** The registrations of the authority, by document name. */
export function registrationsOf({ receipts }: History): Map<string, Registration> {
  const found = receipts.flatMap(({ registration }) => registration ?? []);
  return new Map(found.map((registration) => [registration.document, registration]));
}

/** Whether we sent it: the simulator registers foreign documents through another service. */
export const isOurSend = ({ service }: Receipt): boolean => service === 'sendBill';
