/** What is to be done with a document next: decided purely, carried out by the shell. */
import type { Compared, ReviewReason, SendFate, WaitClass } from '@rafaga/db';
import type { Doubt } from './decisionTable.js';
import type { Proven } from './evidence.js';

export interface Wait {
  do: 'wait';
  class: WaitClass;
  code?: string;
  error: string;
  /** Absent: there was no send. */
  send?: SendFate;
  /** How often in a row the authority has said that it does not have the document. */
  missing?: number;
  /** 1033 or 1032, which the next attempt must not forget. */
  claimed?: string;
  /** Instead of the class's own. */
  delayMs?: number;
  /** False: nothing was tried. */
  counted?: boolean;
}

export interface Review {
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
 * Its business must rest. The document waits with it, or, when the fault is in its signed bytes,
 * goes to a person.
 */
export interface Pause {
  do: 'pause';
  code?: string;
  reason: string;
  send?: SendFate;
  claimed?: string;
  retire?: true;
}

/** Something is registered, or may be: what it is must be looked at before anything is decided. */
export interface Query {
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

export type Decision =
  /** The same bytes may be sent: nothing of ours is registered, or the answer to them will tell. */
  { do: 'send' } | Query | TerminalDecision;

/** What can be written down: the rest is done first. */
export type TerminalDecision = ({ do: 'settle' } & Proven) | Wait | Pause | Review;
