/** The types of a document to issue and of the result. */
import type { Currency, DateText, Kind } from '@rafaga/fiscal';

export interface NewDocument {
  businessId: number;
  kind: Kind;
  series: string;
  /** The number that the caller asked for; absent: the next of the series. */
  number?: number | undefined;
  /** The caller's name for the sale. */
  reference: string;
  /** SHA-256 of the canonical request. */
  hash: Buffer;
  issueDate: DateText;
  currency: Currency;
  client: { documentType: string; document: string; name: string };
  /** Decimal text. */
  total: string;
  sale: unknown;
  totals: unknown;
  /** What the authority would observe, or null. */
  warnings: unknown | null;
  /** The JSON of the 201, with ID_MARK, NUMBER_MARK and ENVIRONMENT_MARK where they will stand. */
  answer: string;
  requestId: string;
  /** The last day on which the authority takes it. */
  deadline: DateText;
}

/**
 * Stand for the id, the number and the environment in an answer that is not issued yet: no JSON
 * text can hold them.
 */
export const ID_MARK = '\u0001';
export const NUMBER_MARK = '\u0002';
export const ENVIRONMENT_MARK = '\u0003';

export type Issued =
  /** `environment`: the one that it belongs to, as the wire names it. */
  | { is: 'issued'; id: number; number: number; answer: string; environment?: string }
  /** The reference was used before, for the same request: the answer of then. */
  | { is: 'replay'; id: number; answer: string }
  /** The reference was used before, for another request. */
  | { is: 'different' }
  /** It is unknown whether the authority has the document of this reference. */
  | { is: 'review' }
  /** The first request of this reference is still being handled. */
  | { is: 'in_process' }
  | { is: 'number_taken' }
  /** Farther ahead of its series than a caller may go. */
  | { is: 'number_far' }
  | { is: 'series_closed' }
  | { is: 'series_exhausted' };

/** Too many documents are waiting: this one was never written. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** The database is unavailable: the document was not written. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/**
 * The database knows less than was acknowledged: nothing is written until two persons have ended
 * the restoration.
 */
export class Restoring extends Error {
  override name = 'Restoring';
}

/**
 * The database went silent over the document: it may have been written. The same reference finds
 * out.
 */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';
}
