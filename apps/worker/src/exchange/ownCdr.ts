/** Reads a CDR as one of this document and of no other, and says how far what it shows is ours. */
import type { Claim } from '@rafaga/db';
import { type Cdr, CdrProblem, readCdr } from '@rafaga/engine';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';

/** How far a CDR under our number speaks of our bytes. */
export type Match =
  /** It shows our digest: these bytes and no others. */
  | 'proven'
  /** It shows our client, and that it was received after we signed. */
  | 'matching'
  /** It shows nothing by which our document could be told from another of the same number. */
  | 'shows_nothing'
  /** It shows another digest or another client. */
  | 'differs';

const OWN: unique symbol = Symbol('own');

/** A CDR whose issuer, type and number are ours and which shows nothing that is another's. Made in this file alone. */
export interface OwnCdr extends Cdr {
  zip: Buffer;
  match: Exclude<Match, 'differs'>;
  [OWN]: true;
}

/** A CDR of our number that shows another document. */
export interface ForeignCdr extends Cdr {
  zip: Buffer;
  match: 'differs';
}

/** What of ours a CDR is compared with. */
export interface Ours {
  ruc: string;
  /** Catalogue 01. */
  type: string;
  series: string;
  number: number;
  /** The client's document number. */
  receiver: string;
  /** DigestValue of our signature. */
  digest: string;
  /** When it was signed, by the database's clock: nothing of ours was received before. */
  signedAt: Date;
}

export function oursOf({ business, document }: Claim, { digest, at }: { digest: string; at: Date }): Ours {
  const { kind, series, number, client } = document;
  return { ruc: business.issuer.ruc, type: DOCUMENT_TYPE[kind], series, number, receiver: client, digest, signedAt: at };
}

/**
 * @returns absent when the CDR is not one of our number
 * @throws CdrProblem when it cannot be read
 */
export function readOwnCdr(zip: Buffer, ours: Ours): OwnCdr | ForeignCdr | undefined {
  let cdr: Cdr;
  try {
    cdr = readCdr(zip, ours);
  } catch (error) {
    if (error instanceof CdrProblem && error.problem === 'other_document') return undefined;
    throw error;
  }
  const match = matchOf(cdr, ours);
  return match === 'differs' ? { ...cdr, zip, match } : { ...cdr, zip, match, [OWN]: true };
}

function matchOf({ digest, receiver, receivedAt }: Cdr, ours: Ours): Match {
  if (digest !== undefined) return digest === ours.digest ? 'proven' : 'differs';
  if (receiver === undefined || (anonymous(receiver) && !anonymous(ours.receiver))) return 'shows_nothing';
  if (!sameReceiver(receiver, ours.receiver)) return 'differs';
  return receivedAt && receivedAt.getTime() + CLOCK_MS < ours.signedAt.getTime() ? 'shows_nothing' : 'matching';
}

const sameReceiver = (theirs: string, ours: string) => theirs === ours || (anonymous(theirs) && anonymous(ours));

/** A client without a document: '-', '0', '00000000', however the authority writes it. */
const anonymous = (id: string) => /^[-0]*$/.test(id);

/** A CDR tells whole seconds, and its clock is not ours. Later is safe: what is received before we sign is not ours. */
const CLOCK_MS = 2_000;
