/**
 * What every answer of SUNAT obliges to, by what is known of our own sends. This table is complete:
 * there is no default cell, and `accept` and `reject` stand only where the answer is about our
 * bytes.
 *
 * What evidence SUNAT gives (Guía de elaboración, samples of real CDRs in public projects; not
 * verified against production):
 * - The CDR of sendBill names issuer, type, number, client (RecipientParty) and second of reception
 * (IssueDate, IssueTime), and no digest and no total. As the answer to our own send it is proof all
 * the same: SUNAT registers a number once, and says 1033 to whatever comes second. Confidence:
 * high.
 * - An OSE's CDR carries the digest (DocumentHash): proof by itself. Confidence: high.
 * - getStatusCdr gives that same CDR for a number, of any sender, and only for facturas. Equal
 * client and a reception after our signature are evidence together with a send of ours that may
 * have arrived. Confidence: high that it is the same CDR.
 * - A status or a code without a CDR (0001, 0002, 0004, 1032, 1033) says that something is there
 * and never which document it is. Confidence: high.
 * - Consulta Integrada is queried with date and total and answers 1 only when all three agree. It
 * names no client. Confidence: medium (its documentation says so; that it compares the total to the
 * céntimo is not verified).
 * - A SOAP fault names no document at all.
 */
import type { ReviewReason, SendFate, WaitClass } from '@rafaga/db';

/**
 * Before a send: none of ours can be registered (never sent, or each one refused), or one may be.
 */
export type Before = 'none' | 'lost';

/** What is in doubt when the authority is queried. */
export type Doubt =
  /** A send of ours may have arrived; SUNAT has claimed nothing. */
  | 'lost'
  /** A send of ours may have arrived, and SUNAT says that the number is taken (1033, 1032). */
  | 'claimed'
  /**
   * The same, but every send of ours was answered with something: there is nothing to presume an
   * arrival from.
   */
  | 'doubtful'
  /** A send of ours may have arrived, and the same bytes, sent again, were rejected by a fault. */
  | 'rejected'
  /** The number is taken, and none of our sends can have taken it. */
  | 'foreign';

/** What a cell obliges to at once. */
export type Simple =
  | 'accept'
  | 'reject'
  /** The sending of the business is paused; the document waits. */
  | 'pause'
  /** The business's certificate is refused: this document, whose bytes carry it, is retired. */
  | 'retire'
  | { review: ReviewReason }
  | { wait: WaitClass };

/** The same answer is waited out so many times, and then obliges to something. */
export interface Repeated<Last> {
  wait: WaitClass;
  times: number;
  of: 'attempts' | 'answers';
  last: Last;
}

/** 'query': find out what is registered, with the doubt that the row leaves. */
export type SendCell = Simple | 'query' | Repeated<Simple>;

/**
 * 'presume': accepted by presumption where the business chose so and the neighbours are proven,
 * else review as unproven.
 */
export type QueryCell = Simple | 'send' | 'presume' | Repeated<Simple | 'send'>;

const review = (reason: ReviewReason) => ({ review: reason }) as const;
const wait = (waitClass: WaitClass) => ({ wait: waitClass }) as const;

/** Answers that cannot be read, so many attempts long, are a person's. */
const UNTIL_READABLE = {
  wait: 'unknown',
  times: 10,
  of: 'attempts',
  last: review('unreadable'),
} as const;
/** A first "it is not there" may only be early. */
const TWICE_THEN_SEND = { wait: 'unknown', times: 2, of: 'answers', last: 'send' } as const;
/** It is taken and it is not there: SUNAT gets so many chances to agree with itself. */
const UNTIL_AGREED = {
  wait: 'unknown',
  times: 4,
  of: 'answers',
  last: review('contradiction'),
} as const;
/** Answers that neither settle nor change: so many attempts long, a person looks. */
const UNTIL_DECIDED = {
  wait: 'unknown',
  times: 10,
  of: 'attempts',
  last: review('unknown_code'),
} as const;
/** Something is there, and its CDR does not come, or Consulta Integrada does not know it yet. */
const UNTIL_SHOWN = { wait: 'unknown', times: 4, of: 'answers', last: review('unproven') } as const;

export interface SendRow {
  /** What became of this send, where the cell does not settle it. */
  fate: SendFate;
  none: SendCell;
  lost: SendCell;
}

const row = (fate: SendFate, none: SendCell, lost: SendCell = none): SendRow => ({
  fate,
  none,
  lost,
});

/**
 * Answers to a send. A fault on a shared connection is first requested again on one of its own,
 * before it comes here.
 */
export const AFTER_SEND = {
  // this send nothing before something before may be registered
  /** CDR of our number, 0 or 4000 and above. */
  cdr_accepted: row('unknown', 'accept'),
  /** CDR of our number, 2000 to 3999. */
  cdr_rejected: row('unknown', 'reject'),
  /** CDR of our number with a code that is neither. */
  cdr_undecided: row('unknown', UNTIL_DECIDED),
  /** CDR of another number, client or digest. */
  cdr_of_another: row('unknown', review('other_document')),
  cdr_unreadable: row('unanswered', UNTIL_READABLE),
  /** 1033: something is registered under the number. */
  number_taken: row('refused', 'query'),
  /** 1032: what is registered under it is rejected or voided. */
  number_spent: row('refused', 'query'),
  /** 0140: the same document is being processed. */
  in_process: row('unknown', wait('in_process')),
  /** Faults that speak of a document which SUNAT has, or that accept: no fault is a CDR. */
  has_something: row('unknown', UNTIL_DECIDED),
  /** 0109, 0110: its authentication is down; nothing was read. */
  unavailable: row('refused', wait('unavailable')),
  /** 0100, 0130…, 0200…: something of SUNAT's failed, and how far it had come it does not say. */
  failed: row('unknown', wait('unavailable')),
  /**
   * 2000 to 3999 as a fault. The late one of two sends may be rejected for being late, while the
   * first is registered.
   */
  rejected: row('refused', 'reject', 'query'),
  /** 0101…, 0111…: access or permission of the business; not received. */
  access: row('refused', 'pause'),
  /** 2325…, 2335: the certificate of the business. */
  certificate: row('refused', 'retire'),
  /** The same, while the business has a newer certificate by now. */
  old_certificate: row('refused', review('certificate')),
  /** 0151…, 0306, 1001…: we sent what cannot be read. */
  malformed: row('refused', review('our_fault')),
  /** 1079, 1083…: not received, and a person must decide what becomes of the sale. */
  undecided: row('refused', review('needs_decision')),
  unknown_code: row('unknown', review('unknown_code')),
  /** The request did not leave. */
  not_delivered: row('never', wait('unreachable')),
  /** It may have arrived, and no answer came. */
  no_answer: row('unanswered', wait('unknown')),
  /** HTTP 429: refused unread. */
  throttled: row('never', wait('throttled')),
  /** HTML, garbage, HTTP 5xx without a fault. */
  unreadable: row('unanswered', UNTIL_READABLE),
} satisfies Record<string, SendRow>;

export type SendOutcome = keyof typeof AFTER_SEND;

type QueryRow = Readonly<Record<Doubt, QueryCell>>;

const FOREIGN = review('foreign_number');
/**
 * The same for every doubt in which something of ours may be registered; what cannot be ours never
 * settles ours.
 */
const ours = (cell: QueryCell, foreign: QueryCell = FOREIGN): QueryRow => ({
  lost: cell,
  claimed: cell,
  doubtful: cell,
  rejected: cell,
  foreign,
});

/**
 * Answers to a question: getStatusCdr, Consulta Integrada, or a CDR that an earlier attempt left in
 * the store.
 */
export const AFTER_QUERY = {
  /** The CDR shows our digest. */
  proven_accepted: ours('accept', 'accept'),
  proven_rejected: ours('reject', 'reject'),
  /**
   * It shows our client, and a reception while a send of ours may have arrived. Another document
   * for the same client in the same seconds could not be distinguished from ours, for SUNAT's CDR
   * shows no total: enough where a send of ours had no answer of its own, not where each was
   * answered.
   */
  matching_accepted: { ...ours('accept'), doubtful: review('unproven') },
  matching_rejected: { ...ours('reject'), doubtful: review('unproven') },
  /** The same, and Consulta Integrada knows our date and total besides. */
  confirmed_accepted: ours('accept'),
  /** A CDR of our number that shows neither, and there is no second source. */
  cdr_shows_nothing: ours(review('unproven')),
  /**
   * A CDR that could be ours, while Consulta Integrada does not know our date and total, or not
   * yet.
   */
  cdr_unconfirmed: ours(UNTIL_SHOWN),
  cdr_undecided: ours(UNTIL_DECIDED),
  /**
   * A CDR of our number that shows another client or digest, or a reception when no send of ours
   * can have arrived.
   */
  cdr_of_another: ours(FOREIGN),
  /** A CDR of another number: the answer to another question. */
  cdr_of_another_number: ours(review('other_document')),
  cdr_unreadable: ours(UNTIL_READABLE),
  /** 0001, 0002, 0004 without a CDR. */
  registered_unshown: ours(UNTIL_SHOWN),
  /** 0003; estadoCp 2. */
  voided: ours(review('voided')),
  /** 0011: nothing is registered under the number. */
  not_found: {
    lost: TWICE_THEN_SEND,
    claimed: UNTIL_AGREED,
    doubtful: UNTIL_AGREED,
    rejected: 'reject',
    foreign: 'send',
  },
  /** estadoCp 1: valid, with our number, date and total. */
  known_as_ours: ours('accept'),
  /** estadoCp 0: nothing of our number, date and total. */
  not_known_as_ours: {
    lost: TWICE_THEN_SEND,
    claimed: UNTIL_SHOWN,
    doubtful: UNTIL_SHOWN,
    rejected: 'reject',
    foreign: FOREIGN,
  },
  /** estadoCp 3 and 4, which belong to documents of imprentas. */
  undecided: ours(review('needs_decision')),
  /** 0005 to 0010: our question is wrong. */
  question_refused: ours(review('our_fault')),
  /** 0102…: the business's access is wrong, for sending too. */
  access: ours('pause'),
  unreachable: ours(wait('unreachable')),
  unavailable: ours(wait('unavailable')),
  throttled: ours(wait('throttled')),
  unreadable: ours(UNTIL_READABLE),
  /**
   * There is a service to query, and it refuses our credentials (0012, 0111…, HTTP 401 and 403):
   * once they are replaced, it answers.
   */
  denied: {
    lost: 'send',
    claimed: review('unproven'),
    doubtful: review('unproven'),
    rejected: review('needs_decision'),
    foreign: FOREIGN,
  },
  /** There is no service to query: the answer to the same bytes, sent again, tells. */
  cannot_ask: {
    lost: 'send',
    claimed: 'presume',
    doubtful: review('unproven'),
    rejected: review('needs_decision'),
    foreign: FOREIGN,
  },
} satisfies Record<string, QueryRow>;

export type QueryOutcome = keyof typeof AFTER_QUERY;
