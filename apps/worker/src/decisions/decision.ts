/** What is to be done with a document next: a pure value, which applyDecision carries out. */
import type { Compared, ReviewReason, SendFate, WaitClass } from '@rafaga/db';
import type { ServiceSignal } from '@rafaga/sunat';
import type { Doubt, REFUSED } from './decisionTable.js';
import type { Proven } from './proven.js';

/** The bytes of a reply as they came. */
export interface RawReply {
  kind: 'cdr' | 'text';
  content: Buffer;
}

/** What a decision adds when it follows an exchange. */
export interface ExchangeFacts {
  /** Updates the circuit breaker and the concurrency limiter. */
  signal?: ServiceSignal;
  /** Raw replies to keep as evidence, because they did not settle the document. */
  evidenceToKeep?: readonly RawReply[];
}

export interface Wait extends ExchangeFacts {
  do: 'wait';
  class: WaitClass;
  code?: string;
  /** Absent when nothing failed. */
  error?: string;
  /** What became of the send; absent when there was none. */
  send?: SendFate;
  /** How many times in a row the authority has answered that it does not have the document. */
  missing?: number;
  /** The weight of the answers, with this one, that could not be read or decided nothing. */
  unclearAnswers?: number;
  /** 1033, 1032 or 2987, recorded for the next attempt. */
  claimed?: string;
  /** Replaces the delay of the wait class. */
  delayMs?: number;
  /** False when nothing was tried: the attempt is not counted. */
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
 * Pauses the sending of the business. The document waits until it is resumed or, when the fault is
 * in its signed bytes, goes to review (`retire`).
 */
export interface Pause extends ExchangeFacts {
  do: 'pause';
  code?: string;
  reason: string;
  send?: SendFate;
  claimed?: string;
  retire?: true;
}

export interface Settle extends Proven, ExchangeFacts {}

/** The fault that refused a send after an earlier one. */
export interface RefusedSend {
  row: keyof typeof REFUSED;
  code: string;
  text: string;
}

/** Something may be registered under the number: the authority is queried first. */
export interface Query extends ExchangeFacts {
  do: 'query';
  doubt: Doubt;
  code: string;
  error: string;
  send: SendFate;
  /** The fault that refused this send: decides nothing while an earlier one may be registered. */
  fault?: RefusedSend;
}

/**
 * Sends the signed bytes: nothing of ours is registered, or the answer to the same bytes decides.
 */
export interface Send extends ExchangeFacts {
  do: 'send';
}

export type Decision = Send | Query | TerminalDecision;

/** A decision that ends the attempt. */
export type TerminalDecision = Settle | Wait | Pause | Review;

/**
 * How an attempt ended: as decided, or with a review because applying the decision required one.
 */
export type AttemptEnd =
  | Pick<Settle, 'do'>
  | Pick<Wait, 'do' | 'class'>
  | Pick<Pause, 'do'>
  | Pick<Review, 'do' | 'reason'>;
