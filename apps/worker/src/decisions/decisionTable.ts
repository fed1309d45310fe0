/**
 * The decision for every answer of SUNAT, by what is known of our own sends. The table is complete:
 * there is no default cell, and `accept` and `reject` stand only where the answer is about our
 * bytes.
 *
 * The evidence that SUNAT gives (sources: Guía de elaboración, samples of real CDRs in public
 * projects; not verified against production):
 * - The CDR of sendBill names issuer, type, number, client (RecipientParty) and second of reception
 * (IssueDate, IssueTime), and no digest and no total. As the answer to our own send it is proof:
 * SUNAT registers a number once, and answers 1033 to any later document. Confidence: high.
 * - An OSE's CDR carries the digest (DocumentHash): proof by itself. Confidence: high.
 * - getStatusCdr gives that same CDR for a number, of any sender, and only for facturas. An equal
 * client and a reception after our signature are evidence, together with a send of ours that may
 * have arrived. Confidence: high that it is the same CDR.
 * - A status or a code without a CDR (0001, 0002, 0004, 1032, 1033) says that a document is
 * registered, and never which one. Confidence: high.
 * - Consulta Integrada is queried with date and total and answers 1 only when all three agree. It
 * names no client. Confidence: medium (its documentation says so; that it compares the total to the
 * céntimo is not verified).
 * - A SOAP fault names no document at all.
 */
import type { ReviewReason, SendFate, WaitClass } from '@rafaga/db';

/** Before a send: 'none' when no earlier send can be registered, 'lost' when one may be. */
export type Before = 'none' | 'lost';

/** What is in doubt when the authority is queried. */
export type Doubt =
  /** A send of ours may have arrived; SUNAT has not said that the number is taken. */
  | 'lost'
  /** A send of ours may have arrived, and SUNAT says that the number is taken (1033, 1032). */
  | 'claimed'
  /** Like 'claimed', but every send of ours was answered: no unanswered one can have arrived. */
  | 'doubtful'
  /** A send of ours may have arrived, and the same bytes, sent again, were rejected by a fault. */
  | 'rejected'
  /** Like 'rejected', but the fault (1079, 2325, 0306) does not reject the document. */
  | 'refused'
  /** The number is taken, and none of our sends can have taken it. */
  | 'foreign';

/** A cell that decides at once. */
export type Simple =
  | 'accept'
  | 'reject'
  /** The sending of the business is paused; the document waits. */
  | 'pause'
  /** The certificate is refused: this document, which is signed with it, goes to review. */
  | 'retire'
  | { review: ReviewReason }
  | { wait: WaitClass };

/** Waits while the same answer repeats, up to `times`; then `last` decides. */
export interface Repeated<Last> {
  wait: WaitClass;
  /** For 'unclear_answers' a divisor of 60. */
  times: number;
  /**
   * 'answers': the same answer in a row. 'unclear_answers': every answer since the document was
   * last resumed that could not be read or decided nothing; of rows that allow different numbers,
   * each answer uses its own share.
   */
  of: 'answers' | 'unclear_answers';
  last: Last;
}

/** 'query': find out what is registered, with the doubt of the row. */
export type SendCell = Simple | 'query' | Repeated<Simple>;

/**
 * 'presume': accepted by presumption when the business's policy says so and the neighbours are
 * proven; otherwise a review as unproven. 'as_refused': what REFUSED says of the fault that led to
 * the query.
 */
export type QueryCell = Simple | 'send' | 'presume' | 'as_refused' | Repeated<Simple | 'send'>;

const review = (reason: ReviewReason) => ({ review: reason }) as const;
const wait = (waitClass: WaitClass) => ({ wait: waitClass }) as const;

/** After ten such answers alone, a person decides. */
const UNTIL_READABLE = {
  wait: 'unknown',
  times: 10,
  of: 'unclear_answers',
  last: review('unreadable'),
} as const;
/** A first "not found" may come before SUNAT has finished registering the document. */
const TWICE_THEN_SEND = { wait: 'unknown', times: 2, of: 'answers', last: 'send' } as const;
/** SUNAT says that the number is taken and that it is not found: four such answers, then review. */
const UNTIL_AGREED = {
  wait: 'unknown',
  times: 4,
  of: 'answers',
  last: review('contradiction'),
} as const;
const UNTIL_DECIDED = { ...UNTIL_READABLE, last: review('unknown_code') } as const;
/**
 * A file of SUNAT's own is missing, or this document is one that SUNAT cannot process: after sixty
 * answers, about an hour, a person decides.
 */
const UNTIL_PROCESSED = {
  wait: 'unavailable',
  times: 60,
  of: 'unclear_answers',
  last: review('needs_decision'),
} as const;
/** A firewall refuses us: in an outage that ends by itself, otherwise a person has to see to it. */
const UNTIL_ADMITTED = { ...UNTIL_PROCESSED, last: review('unreadable') } as const;
/** Registered, but without a CDR, or Consulta Integrada does not know it yet or refuses us. */
const UNTIL_SHOWN = { wait: 'unknown', times: 4, of: 'answers', last: review('unproven') } as const;

/** What a fault that refuses a send decides, once no earlier send can be registered. */
export const REFUSED = {
  rejected: 'reject',
  certificate: 'retire',
  old_certificate: review('certificate'),
  malformed: review('our_fault'),
  undecided: review('needs_decision'),
} as const satisfies Record<string, Simple>;

export interface SendRow {
  /** What became of this send, when the cell does not settle the document. */
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
 * Answers to a send. After a fault on a shared connection, the document is first sent again on a
 * connection of its own; only the second answer is looked up here.
 */
export const AFTER_SEND = {
  // row(fate of this send, cell when no earlier send is registered, cell when one may be)
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
  /** 1032, 2987: the document under the number is rejected or voided. */
  number_spent: row('refused', 'query'),
  /** 0140: the same document is being processed. */
  in_process: row('unknown', wait('in_process')),
  /** Faults about a registered or accepted document: without a CDR they are no proof. */
  possibly_registered: row('unknown', UNTIL_DECIDED),
  /** 0109, 0110: SUNAT's authentication is down; the document was not read. */
  unavailable: row('refused', wait('unavailable')),
  /** 0100, 0130…, 0200…: SUNAT failed, and does not say whether it registered the document. */
  failed: row('unknown', wait('unavailable')),
  /** 0303 to 0305: the same, while it processed the file. */
  unprocessed: row('unknown', UNTIL_PROCESSED),
  /**
   * 2000 to 3999 as a fault. A second send may be rejected for its date while the first one is
   * registered.
   */
  rejected: row('refused', REFUSED.rejected, 'query'),
  /** 0101…, 0111…: access or permission of the business; not received. */
  access: row('refused', 'pause'),
  /** 2325…, 2335: the certificate of the business. */
  certificate: row('refused', REFUSED.certificate, 'query'),
  /** The same, when the business has a newer certificate. */
  old_certificate: row('refused', REFUSED.old_certificate, 'query'),
  /** 0151…, 0306, 1001…: SUNAT cannot read what we sent. */
  malformed: row('refused', REFUSED.malformed, 'query'),
  /**
   * 1079, 1083…: not received; a person must decide what becomes of the sale. A boleta whose answer
   * was lost is late (1079) when it is sent again, and registered all the same.
   */
  undecided: row('refused', REFUSED.undecided, 'query'),
  unknown_code: row('unknown', review('unknown_code')),
  /** The request was not sent. */
  not_delivered: row('never', wait('unreachable')),
  /** It may have arrived, and no answer came. */
  no_answer: row('unanswered', wait('unknown')),
  /** HTTP 429: refused without being read. */
  throttled: row('never', wait('throttled')),
  /** HTTP 5xx without a fault, a web page with 200 or 404, an empty 200. */
  server_error: row('unanswered', wait('unknown')),
  /** A fault of the server without a code. */
  server_fault: row('unanswered', UNTIL_PROCESSED),
  /** HTTP 403 with a web page. */
  blocked: row('unanswered', UNTIL_ADMITTED),
  /** Another HTTP 4xx, damaged XML. */
  unreadable: row('unanswered', UNTIL_READABLE),
} satisfies Record<string, SendRow>;

export type SendOutcome = keyof typeof AFTER_SEND;

type QueryRow = Readonly<Record<Doubt, QueryCell>>;

const FOREIGN = review('foreign_number');
/** The same cell for every doubt but 'foreign', in which no send of ours can be registered. */
const ours = (cell: QueryCell, foreign: QueryCell = FOREIGN): QueryRow => ({
  lost: cell,
  claimed: cell,
  doubtful: cell,
  rejected: cell,
  refused: cell,
  foreign,
});

/**
 * Answers to a query: of getStatusCdr, of Consulta Integrada, or a CDR that an earlier attempt
 * stored and could not record.
 */
export const AFTER_QUERY = {
  /** The CDR shows our digest. */
  proven_accepted: ours('accept', 'accept'),
  proven_rejected: ours('reject', 'reject'),
  /**
   * It shows our client, and a reception while a send of ours may have arrived. A document of
   * another system for the same client in the same seconds would look the same, because SUNAT's
   * CDR shows no total. This is enough when a send of ours had no answer, not when each had one.
   */
  matching_accepted: { ...ours('accept'), doubtful: review('unproven') },
  matching_rejected: { ...ours('reject'), doubtful: review('unproven') },
  /** The same, and Consulta Integrada confirms our date and total. */
  confirmed_accepted: ours('accept'),
  /** A CDR of our number that shows neither, without a second source. */
  cdr_shows_nothing: ours(review('unproven')),
  /** A CDR that may be ours, but Consulta Integrada does not confirm our date and total yet. */
  cdr_unconfirmed: ours(UNTIL_SHOWN),
  cdr_undecided: ours(UNTIL_DECIDED),
  /**
   * A CDR of our number that shows another client or digest, or a reception when no send of ours
   * can have arrived.
   */
  cdr_of_another: ours(FOREIGN),
  /** A CDR of another number: the answer to another query. */
  cdr_of_another_number: ours(review('other_document')),
  cdr_unreadable: ours(UNTIL_READABLE),
  /** 0001, 0002, 0004 without a CDR. */
  registered_without_cdr: ours(UNTIL_SHOWN),
  /** The codes after which SUNAT is to be asked again: 0125, no CDR; 0140, being processed. */
  cdr_not_given: ours(UNTIL_PROCESSED),
  /** 0003; estadoCp 2. */
  voided: ours(review('voided')),
  /** 0011: nothing is registered under the number. */
  not_found: {
    lost: TWICE_THEN_SEND,
    claimed: UNTIL_AGREED,
    doubtful: UNTIL_AGREED,
    rejected: 'reject',
    refused: 'as_refused',
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
    refused: 'as_refused',
    foreign: FOREIGN,
  },
  /** estadoCp 3 and 4, which belong to documents of imprentas. */
  undecided: ours(review('needs_decision')),
  /** 0005 to 0010: our query is wrong. */
  query_refused: ours(review('our_fault')),
  /** 0102…: the business's credentials are refused, for sending too. */
  access: ours('pause'),
  /** A code that says nothing in a query: 0014, 2017, 0001 as a fault. */
  code_undecided: ours(UNTIL_DECIDED),
  unreachable: ours(wait('unreachable')),
  unavailable: ours(wait('unavailable')),
  throttled: ours(wait('throttled')),
  blocked: ours(UNTIL_ADMITTED),
  unreadable: ours(UNTIL_READABLE),
  /**
   * Each service that can be queried refuses our credentials (0012, 0111…, HTTP 400, 401 and 403):
   * one such answer may be a failure of the service; new credentials of Consulta Integrada resume
   * what is unproven.
   */
  denied: {
    lost: 'send',
    claimed: UNTIL_SHOWN,
    doubtful: UNTIL_SHOWN,
    rejected: review('needs_decision'),
    refused: 'as_refused',
    foreign: FOREIGN,
  },
  /** There is no service to query: the answer to the same bytes, sent again, decides. */
  cannot_query: {
    lost: 'send',
    claimed: 'presume',
    doubtful: review('unproven'),
    rejected: review('needs_decision'),
    refused: 'as_refused',
    foreign: FOREIGN,
  },
} satisfies Record<string, QueryRow>;

export type QueryOutcome = keyof typeof AFTER_QUERY;
