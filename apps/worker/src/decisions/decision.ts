/** What is to be done with a document next: a pure value, which applyDecision writes down. */
import type { Compared, ReviewReason, SendFate, WaitClass } from '@rafaga/db';
import type { ServiceSignal } from '@rafaga/sunat';
import type { Doubt } from './decisionTable.js';
import type { Proven } from './proven.js';

/** The bytes of a reply as they came. */
export interface RawReply {
  kind: 'cdr' | 'text';
  content: Buffer;
}

/** What a decision carries besides, when it rests on an exchange. */
export interface ExchangeFacts {
  /** For the circuit breaker and the concurrency limiter. */
  signal?: ServiceSignal;
  /** Replies to keep as evidence: they did not settle the document. */
  evidenceToKeep?: readonly RawReply[];
}

export interface Wait extends ExchangeFacts {
  do: 'wait';
  class: WaitClass;
  code?: string;
  error: string;
  /** Absent: there was no send. */
  send?: SendFate;
  /** How often in a row the authority has said that it does not have the document. */
  missing?: number;
  /** 1033 or 1032, which the next attempt must know. */
  claimed?: string;
  /** Instead of the class's own. */
  delayMs?: number;
  /** False: nothing was tried. */
  counted?: boolean;
}

export interface Review extends ExchangeFacts {
  do: 'review';
  reason: ReviewReason;
  code?: string;
  error: string;
  send?: SendFate;
  claimed?: string;
  /** What we sent beside what the authority has. */
  compared?: Compared;
}

/**
 * The business's sending is paused. The document waits with it, or, when the fault is in its signed
 * bytes, goes to review.
 */
export interface Pause extends ExchangeFacts {
  do: 'pause';
  code?: string;
  reason: string;
  send?: SendFate;
  claimed?: string;
  retire?: true;
}

export interface Settle extends Proven, ExchangeFacts {
  do: 'settle';
}

/** Something is registered, or may be: the authority is queried before anything is decided. */
export interface Query extends ExchangeFacts {
  do: 'query';
  doubt: Doubt;
  code: string;
  error: string;
  send: SendFate;
  /**
   * The fault that rejected this send, which is not believed while an earlier one may be
   * registered.
   */
  fault?: { code: string; text: string };
}

/** The same bytes may be sent: nothing of ours is registered, or the answer to them will tell. */
export interface Send extends ExchangeFacts {
  do: 'send';
}

export type Decision = Send | Query | TerminalDecision;

/** A decision that ends the attempt. */
export type TerminalDecision = Settle | Wait | Pause | Review;
