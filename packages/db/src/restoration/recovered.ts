/** What the journal and the file store tell of a document that the database may have lost. */
import type { Issuer } from '@rafaga/fiscal';
import type { KeptFile } from '../exchange/emissionStates.js';

/** A document as the journal tells it, or its signed XML. */
export interface RecoveredDocument {
  id: number;
  ruc: string;
  /** Absent where it is not known: that of its business now. */
  environment?: string;
  kind: string;
  series: string;
  number: number;
  reference: string;
  hash: Buffer;
  issueDate: string;
  currency: string;
  client: { documentType: string; document: string; name: string };
  total: string;
  deadline: string;
  requestId: string;
  createdAt: Date;
  sale: unknown;
  totals: unknown;
  warnings: unknown;
  answer: string;
}

/** What the file store has of its exchange with the authority. */
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
  /** it is there */
  | 'known'
  /** no business has its RUC */
  | 'no_business'
  /** another document has its number */
  | 'number_taken';

export interface RebuildResult {
  is: RebuildOutcome;
  /** The one that it belongs to; '' when that is not known. */
  environment: string;
}
