/** What can come back from the authority: silence and nonsense are answers too. */

export type Reply =
  /** A zip, as far as its first bytes tell; what is in it, the engine reads. */
  | ({ is: 'cdr'; zip: Buffer } & Exchange)
  /** A SOAP fault with the authority's number. It names no document. */
  | ({ is: 'fault'; code: string; text: string } & Exchange)
  /** Nothing, or less than an answer. `never`: it did not leave. `maybe`: it may have arrived. */
  | { is: 'silence'; reached: 'never' | 'maybe'; why: string }
  /** Refused at the door, unread. */
  | { is: 'throttled'; why: string; retryAfterMs?: number }
  /** Something that the authority would not say. It may have taken the document all the same. */
  | { is: 'nonsense'; why: string; excerpt: Buffer };

/** The connection on which an answer came. */
export interface Exchange {
  /**
   * It carried another exchange before: only an answer that names its document surely belongs to
   * it.
   */
  reused: boolean;
  /** Closes it: its next answer may belong to another request. */
  discard(): void;
}

/** What the consultation says besides a CDR: 0011 and its like. */
export type StatusReply = Reply | { is: 'status'; code: string; text: string };

/** estadoCp of Consulta Integrada. */
export const VALIDITY = {
  '0': 'unknown',
  '1': 'accepted',
  '2': 'voided',
  '3': 'authorised',
  '4': 'unauthorised',
} as const;
export type Validity = (typeof VALIDITY)[keyof typeof VALIDITY];

export type ConsultReply =
  | Exclude<Reply, { is: 'cdr' | 'fault' }>
  | { is: 'validity'; validity: Validity; text: string }
  /** Its credentials are not taken. */
  | { is: 'denied'; why: string };

const EXCERPT = 16_384;
export const nonsense = (why: string, body: Buffer) =>
  ({ is: 'nonsense', why, excerpt: body.subarray(0, EXCERPT) }) as const;
