/** The values of an emission and an outcome: classes of waits, reasons of reviews, evidence. */

/** The reason why a document waits; it determines for how long. */
export type WaitClass =
  /** the authority could not be reached, or its circuit breaker is open */
  | 'unreachable'
  /** a send left, and its result is unknown */
  | 'unknown'
  /** the authority answered that it is unavailable */
  | 'unavailable'
  /** the authority answered that requests are too fast, or our own limit was reached */
  | 'throttled'
  /** the authority is still processing it */
  | 'in_process'
  /** its business cannot send: credentials, certificate */
  | 'paused'
  /** something of this installation is missing: the file store, a key */
  | 'trouble';

/** The reason why a document is in review. */
export type ReviewReason =
  /** three attempts in a row crashed */
  | 'crashes'
  /**
   * the authority has another document under this number: no send of ours can have arrived, or the
   * content is not ours
   */
  | 'foreign_number'
  /**
   * the authority has a document under this number after a send that may have arrived, and nothing
   * proves that it is ours
   */
  | 'unproven'
  /** the authority's answer names another document */
  | 'other_document'
  /** the authority's answers repeatedly cannot be parsed */
  | 'unreadable'
  /** the authority says both that it has the document and that it has not */
  | 'contradiction'
  /** the authority says that the document was voided */
  | 'voided'
  /** a code that is in no row of the table of codes */
  | 'unknown_code'
  /** a code that leaves the decision to a person */
  | 'needs_decision'
  /** signed with a certificate that the authority refuses */
  | 'certificate'
  /** a code that only a corrected program can avoid */
  | 'our_fault'
  /** the CDR's signature is not valid, and the authority's policy leaves that to a person */
  | 'cdr_signature'
  /** stored data cannot be signed or read any more */
  | 'broken'
  /** its business changed environment, and it may have been sent, or its number is used there */
  | 'other_environment'
  /** persons decided about it after the backup from which the database was restored */
  | 'decided';

/**
 * What became of a send: it did not leave, it arrived and was refused, it ended without an answer
 * (it may have arrived), or the answer does not say.
 */
export type SendFate = 'never' | 'refused' | 'unanswered' | 'unknown';

/** The evidence of a settled state. 'person': a decision of two persons. */
export type EvidenceKind = 'cdr' | 'cdr_query' | 'consult' | 'fault' | 'presumed' | 'person';

/** The document as we sent it beside the document as the authority has it, as texts by name. */
export interface Compared {
  ours: {
    receiver: string;
    total: string;
    currency: string;
    issueDate: string;
    /** These two are absent until it is signed. */
    digest?: string;
    signedAt?: string;
  };
  theirs: {
    /** The text of the authority. */
    said: string;
    code?: string;
    receiver?: string;
    receivedAt?: string;
    digest?: string;
    /** Whether it knows number, date and total together. */
    known?: boolean;
  };
}

/** The state of the signature of a CDR. */
export type CdrSignatureColumn = 'valid' | 'unknown_signer' | 'broken' | 'absent';

/** A file that is in the store. */
export interface KeptFile {
  sha256: Buffer;
  bytes: number;
  objectKey: string;
}
