/** Reads a CDR of our document's number, and compares it with our document. */
import type { Claim } from '@rafaga/db';
import { type Cdr, CdrProblem, type ParsedCdr, parseCdr, readCdr } from '@rafaga/engine';
import { DOCUMENT_TYPE, isNoDocument, isSameIdentity } from '@rafaga/fiscal';

/** How far a CDR of our number shows that it is about our signed bytes. */
export type Match =
  /** It shows our digest. */
  | 'proven'
  /**
   * It shows our client; a CDR from a query also shows a reception while a send of ours may have
   * arrived.
   */
  | 'matching'
  /** It shows nothing that distinguishes our document from another of the same number. */
  | 'shows_nothing'
  /**
   * It shows another digest or another client, or was received when no send of ours can have
   * arrived.
   */
  | 'differs';

/** When a send of ours may have arrived, by the database's clock. */
export interface Window {
  from: Date;
  to: Date;
}

const OWN: unique symbol = Symbol('own');

/** A CDR of our issuer, type and number that may be ours. Only this file makes one. */
export interface OwnCdr extends Cdr {
  /** The parsed XML that the CDR was read from; its signature is checked on the same tree. */
  parsed: ParsedCdr;
  match: Exclude<Match, 'differs'>;
  [OWN]: true;
}

/** A CDR of our number that shows another document. */
export interface ForeignCdr extends Cdr {
  match: 'differs';
}

/** The data of our document that a CDR is compared with. */
export interface Ours {
  ruc: string;
  /** The document type, a code of catalogue 01. */
  type: string;
  series: string;
  number: number;
  /** The client's document number. */
  receiver: string;
  /** DigestValue of our signature. */
  digest: string;
}

/** The part of a claim that a CDR is compared with. */
interface Compared {
  business: { issuer: Pick<Claim['business']['issuer'], 'ruc'> };
  document: Pick<Claim['document'], 'kind' | 'series' | 'number' | 'client'>;
}

export function oursOf({ business, document }: Compared, { digest }: { digest: string }): Ours {
  const { kind, series, number, client } = document;
  return {
    ruc: business.issuer.ruc,
    type: DOCUMENT_TYPE[kind],
    series,
    number,
    receiver: client,
    digest,
  };
}

/**
 * @param window for a CDR from a query; the answer to our own send needs none
 * @returns undefined when the CDR is of another number
 * @throws CdrProblem when it cannot be read
 */
export function readOwnCdr(
  zip: Buffer,
  ours: Ours,
  window?: Window,
): OwnCdr | ForeignCdr | undefined {
  let cdr: Cdr;
  const parsed = parseCdr(zip);
  try {
    cdr = readCdr(parsed, ours);
  } catch (error) {
    if (error instanceof CdrProblem && error.reason === 'other_document') return undefined;
    throw error;
  }
  const match = matchOf(cdr, ours, window);
  if (match === 'differs') return { ...cdr, match };
  // no spread: V8 makes a hidden class for each object of a literal that begins with one
  const { code, description, notes, xml, digest, receiver, receivedAt } = cdr;
  return {
    code,
    description,
    notes,
    xml,
    digest,
    receiver,
    receivedAt,
    parsed,
    match,
    [OWN]: true,
  };
}

function matchOf(
  { digest, receiver, receiverWritten, receivedAt }: Cdr,
  ours: Ours,
  window: Window | undefined,
): Match {
  if (digest !== undefined) return digest === ours.digest ? 'proven' : 'differs';
  // a passport may begin like a type: A-12345
  const theirs = receiverWritten === ours.receiver ? receiverWritten : receiver;
  const client = matchOfClient(theirs, ours.receiver);
  if (client === 'differs' || !window) return client;
  const received = matchOfTime(receivedAt, window);
  return received === 'matching' ? client : received;
}

function matchOfClient(theirs: string | undefined, ours: string): Match {
  if (theirs === undefined || (isNoDocument(theirs) && !isNoDocument(ours))) return 'shows_nothing';
  return isSameIdentity(theirs, ours) ? 'matching' : 'differs';
}

/** Near the edges of the window, clock differences decide: a time there proves nothing. */
function matchOfTime(receivedAt: Date | undefined, { from, to }: Window): Match {
  if (!receivedAt) return 'shows_nothing';
  const outside = Math.max(
    from.getTime() - receivedAt.getTime(),
    receivedAt.getTime() - to.getTime(),
  );
  if (outside <= SECOND_MS) return 'matching';
  return outside <= CLOCKS_MS ? 'shows_nothing' : 'differs';
}

/** The resolution of the times in a CDR. */
const SECOND_MS = 1_000;
/** The largest difference assumed between SUNAT's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
