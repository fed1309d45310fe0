/** The type of a claimed document, with the data of its business and its history. */
import type { Currency, DateText, Issuer, Kind, PendingStage, Sale } from '@rafaga/fiscal';
import type { Fence } from './fence.js';

/** The data that identifies a document to the authority. */
export interface ExchangedDocument {
  kind: Kind;
  series: string;
  number: number;
  issueDate: DateText;
  currency: Currency;
  total: string;
  /** The client's document number. */
  client: string;
  createdAt: Date;
}

export interface Claim extends Fence {
  stage: PendingStage;
  /** Sends that the authority may have registered; refused sends are not counted. */
  sends: number;
  /** When it was last about to be sent; absent when it was never sent. */
  intentAt?: Date | undefined;
  /** How often in a row the authority answered that it does not have the document. */
  missing: number;
  /** The weight of the answers that could not be read or decided nothing, since it was resumed. */
  unclearAnswers: number;
  /**
   * 1033, 1032 or 2987, if the authority answered so to a send: a document, ours or another, is
   * registered under the number.
   */
  claimedCode: string | null;
  /** Whether a send ended without an answer, or its worker crashed: it may have arrived. */
  unanswered: boolean;
  /** How many attempts in a row, this one not counted, have crashed. */
  crashes: number;
  /** The database's time at the claim. */
  now: Date;
  document: ExchangedDocument & { deadline: DateText; requestId: string };
  /** Absent once it is signed. */
  sale?: Sale | undefined;
  signed?: { digest: string; zip: { objectKey: string; sha256: Buffer }; at: Date } | undefined;
  business: {
    issuer: Issuer;
    signatureDigest: 'sha1' | 'sha256';
    authority: 'simulator' | 'beta' | 'production' | 'custom';
    billUrl?: string | undefined;
    consultUrl?: string | undefined;
    /**
     * What a 1033 means after a send that may have arrived, where the authority cannot be asked.
     */
    unprovenPolicy: 'review' | 'presume';
    /** Whether the business was paused, so that one document is sent before the others. */
    probes: boolean;
    /**
     * Whether the business sends nothing now: it is paused, or another document is its probe. Only
     * a document that is not signed yet is claimed then.
     */
    resting: boolean;
    /** Whether the authority refused its certificate, or a signature of it, within the last day. */
    certificateRefused: boolean;
    prints: boolean;
    certificate?: { id: number; notBefore: Date; notAfter: Date; since: Date } | undefined;
    /** When the business's credentials were last changed; absent when it has none. */
    accessAt?: Date | undefined;
  };
}
