/** The types of a document as recovered from the journal and the file store. */
import type { Issuer } from '@rafaga/fiscal';
import type { KeptFile } from '../exchange/emissionStates.js';

/** A document as read from the journal, or from its signed XML. */
export interface RecoveredDocument {
  id: number;
  ruc: string;
  /** Absent when unknown; then the current environment of the business is used. */
  environment?: string;
  kind: string;
  series: string;
  number: number;
  /** The Idempotency-Key. */
  reference: string;
  /** SHA-256 of the request. */
  hash: Buffer;
  /** '2026-11-21' */
  issueDate: string;
  currency: string;
  client: { documentType: string; document: string; name: string };
  /** Decimal text. */
  total: string;
  /** The last day on which the authority accepts it: '2026-11-28'. */
  deadline: string;
  requestId: string;
  createdAt: Date;
  sale: unknown;
  totals: unknown;
  warnings: unknown;
  /** The body of the 201. */
  answer: string;
}

/** The files of its exchange with the authority, with what they contain. */
export interface RecoveredExchange {
  signed: { issuer: Issuer; digest: string; qr: string; at: Date; xml: KeptFile; zip: KeptFile };
  settled?: {
    state: 'accepted' | 'rejected';
    code: string;
    description: string;
    notes: readonly { code: string; text: string }[];
    cdr: KeptFile;
  };
}

export type RebuildOutcome =
  | 'rebuilt'
  /** the database has it */
  | 'known'
  /** no business has its RUC */
  | 'no_business'
  /** another document has its number */
  | 'number_taken';

export interface RebuildResult {
  is: RebuildOutcome;
  /** The environment of the document; '' when it is not known. */
  environment: string;
}
