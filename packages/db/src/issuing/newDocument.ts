/** The types of a document to issue and of the result. */
import type { Currency, DateText, Kind } from '@rafaga/fiscal';
import { isUnavailable } from '../databaseErrors.js';

export interface NewDocument {
  businessId: number;
  kind: Kind;
  series: string;
  /** The number that the caller requested; absent: the next of the series. */
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
  /** The JSON that is stored; totals and warnings are JSON too. */
  sale: string;
  totals: string;
  /** The observations that the authority would make, or null. */
  warnings: string | null;
  /** The JSON of the 201, with ID_MARK, NUMBER_MARK and ENVIRONMENT_MARK as placeholders. */
  answer: string;
  requestId: string;
  /** The traceparent of the request's span, stored beside the document; absent: not traced. */
  traceparent?: string;
  /** The last day on which the authority accepts it. */
  deadline: DateText;
}

/**
 * Placeholders for the id, the number and the environment in an answer that is not issued yet. They
 * are control characters, which JSON text cannot contain.
 */
export const ID_MARK = '\u0001';
export const NUMBER_MARK = '\u0002';
export const ENVIRONMENT_MARK = '\u0003';

export type Issued =
  /** `environment`: where it was issued, as the API names it. */
  | { is: 'issued'; id: number; number: number; answer: string; environment?: string }
  /** The reference was used for the same request: `answer` is the first answer. */
  | { is: 'replay'; id: number; answer: string }
  /** The reference was used for a different request: `answer` is the answer to that one. */
  | { is: 'different'; id: number; answer: string }
  /** It is unknown whether the authority has the document of this reference. */
  | { is: 'review'; id: number; answer: string }
  /** The reference was used in a month that is detached since: the archive has its answer. */
  | { is: 'archived'; id: number; isSameRequest: boolean }
  /** The first request of this reference is still being handled. */
  | { is: 'in_process' }
  | { is: 'number_taken' }
  /** The chosen number is further ahead of its series than is allowed. */
  | { is: 'number_far' }
  | { is: 'series_closed' }
  | { is: 'series_exhausted' };

/** Too many documents are queued: this one was not written. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** The database is unavailable: the document was not written. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/**
 * Throws Unavailable for errors of a read that mean an unavailable database, else the error itself.
 */
export function throwUnavailable(error: unknown): never {
  throw isUnavailable(error)
    ? new Unavailable('the database does not answer', { cause: error })
    : error;
}

/**
 * The database lacks documents that were acknowledged: nothing is written until two persons have
 * ended the restoration.
 */
export class Restoring extends Error {
  override name = 'Restoring';
}

/**
 * The database did not answer: the document may have been written. Repeating the request with the
 * same reference gives the result.
 */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';
}
