/**
 * What a worker writes about the document it holds. Every write names the epoch of its claim and is
 * refused when somebody else has claimed the document since; every write leaves its row in the
 * timeline, in the same statement.
 */
import type { Issuer } from '@rafaga/fiscal';
import { batched } from '../batched.js';
import type { Db } from '../db.js';
import { stageAfter, stageBefore } from '../stageSql.js';
import { type Fence, LEASE_MS } from './claim.js';
import type { CdrSignatureColumn } from './pendingCdrs.js';

/** Somebody else holds the document now, or it is settled: whoever reads this must stop. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  constructor(fence: Fence) {
    super(`document ${fence.documentId} is no longer held by epoch ${fence.epoch}`);
  }
}

/** A file that is in the store. */
export interface KeptFile {
  sha256: Buffer;
  bytes: number;
  objectKey: string;
}

/** Why a document waits: what decides how long. */
export type WaitClass =
  /** the authority could not be reached, or its breaker is open */
  | 'unreachable'
  /** a send went out and nobody knows what became of it */
  | 'unknown'
  /** the authority answered that it cannot now */
  | 'unavailable'
  /** the authority answered that we are too fast, or we hold ourselves back */
  | 'throttled'
  /** the authority is still at it */
  | 'in_process'
  /** its business cannot send: credentials, certificate */
  | 'paused'
  /** something of ours is away: the file store, a key */
  | 'trouble';

/** Why a document needs a person. */
export type ReviewReason =
  /** three attempts in a row ended without a word */
  | 'crashes'
  /**
   * the authority has another document under this number: none of our sends can have arrived, or
   * its content is not ours
   */
  | 'foreign_number'
  /**
   * the authority has something under this number after a send that may have arrived, and nothing
   * proves that it is ours
   */
  | 'unproven'
  /** the authority's answer names another document */
  | 'other_document'
  /** the authority's answers cannot be read, time and again */
  | 'unreadable'
  /** the authority says both that it has the document and that it has not */
  | 'contradiction'
  /** the authority says that the document was voided */
  | 'voided'
  /** a code that no row of the law knows */
  | 'unknown_code'
  /** a code that leaves the decision to a person */
  | 'needs_decision'
  /** signed with a certificate that the authority does not take */
  | 'certificate'
  /** a code that only a mended program can answer */
  | 'our_fault'
  /** its CDR's signature is not valid, and the policy of its authority leaves that to a person */
  | 'cdr_signature'
  /** what was stored cannot be signed or read any more */
  | 'broken'
  /**
   * its business left for another environment, and it may have been sent, or its number is used
   * there
   */
  | 'other_environment';

/**
 * What became of a send: it did not leave, it arrived and was not taken, it ended without an answer
 * (it may really have arrived), or the answer does not say.
 */
export type SendFate = 'never' | 'refused' | 'unanswered' | 'unknown';

export interface Wait {
  delayMs: number;
  class: WaitClass;
  code?: string | undefined;
  error?: string | undefined;
  /**
   * False: nothing was tried, the attempt does not count, and says nothing about earlier deaths.
   */
  counted?: boolean;
  /** Absent: nothing was sent. */
  send?: SendFate | undefined;
  /** How often in a row the authority has said that it does not have the document. */
  missing?: number;
  /** 1033 or 1032, once the authority claimed the number; absent: what was known stays. */
  claimed?: string | undefined;
  tookMs?: number | undefined;
}

/** What a state rests on; see `evidence.ts` of the worker. 'person': two persons' decision. */
export type EvidenceKind = 'cdr' | 'cdr_query' | 'consult' | 'fault' | 'presumed' | 'person';

/** What we sent beside what the authority has, as texts by name. */
export interface Compared {
  ours: {
    receiver: string;
    total: string;
    currency: string;
    issueDate: string;
    digest: string;
    signedAt: string;
  };
  theirs: {
    /** Its own words. */
    said: string;
    code?: string;
    receiver?: string;
    receivedAt?: string;
    digest?: string;
  };
}

export interface Settlement {
  state: 'accepted' | 'rejected';
  evidence: EvidenceKind;
  code: string;
  description: string;
  notes: readonly { code: string; text: string }[];
  /** Absent when the authority has the document and its CDR could not be had. */
  cdr?: KeptFile;
  /** What the signature of its CDR is worth; absent where there is no CDR. */
  signature?: CdrSignatureColumn | undefined;
  tookMs: number;
}

const HOLD = `lease_until = now() + ${LEASE_MS} * interval '1 ms'`;
const LET_GO = 'lease_owner = NULL, lease_until = NULL';
const HELD = `document_id = $1 AND epoch = $2 AND ${stageBefore('settle')}`;
/**
 * The same of many, which are given. That their ids stand in an array, and that "stage" says what
 * an index says with another column, leaves the planner one way to them, by their keys: over the
 * few rows of a quiet day it would like to read the whole table as much, and go on so when there
 * are a hundred thousand.
 */
const ALL_HELD =
  'e.document_id = ANY ($2) AND e.document_id = g.document_id AND e.epoch = g.epoch AND ' +
  stageBefore('settle', 'e.stage');
const RETURNING = 'document_id, business_id, attempts, intent_at';
/** A row of the timeline for the document that the statement holds. */
const note = (step: string, code: string, detail: string, took: string) => `
  INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, took_ms, worker)
  SELECT document_id, business_id, $3, ${step}, ${code}, ${detail}, ${took}, $4 FROM held`;

export interface Signed {
  issuer: Issuer;
  digest: string;
  qr: string;
  xml: KeptFile;
  zip: KeptFile;
  tookMs: number;
}

const SIGNED = `
  WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::int[], $4::int[], $5::boolean[], $6::jsonb[], $7::text[], $8::text[], $9::int[],
      $10::bytea[], $11::int[], $12::text[], $13::bytea[], $14::int[], $15::text[])
      AS g (document_id, epoch, attempt, sending, issuer, digest, qr, took_ms, xml_hash, xml_bytes, xml_key, zip_hash, zip_bytes, zip_key)),
  held AS (
    UPDATE emissions e SET
      stage = CASE WHEN g.sending THEN ${stageAfter('send', 'sending')} ELSE ${stageAfter('sign', 'signed')} END,
      intent_at = CASE WHEN g.sending THEN now() END, sends = e.sends + g.sending::int, ${HOLD}
    FROM given g WHERE ${ALL_HELD}
    RETURNING e.document_id, e.business_id),
  outcome AS (
    INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at)
    SELECT document_id, h.business_id, g.issuer, g.digest, g.qr, now() FROM held h JOIN given g USING (document_id)),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'xml', g.xml_hash, g.xml_bytes, g.xml_key FROM held JOIN given g USING (document_id) UNION ALL
    SELECT document_id, 'zip', g.zip_hash, g.zip_bytes, g.zip_key FROM held JOIN given g USING (document_id)),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, detail, took_ms, worker)
    SELECT document_id, h.business_id, g.attempt, s.step, CASE s.step WHEN 'signed' THEN g.digest END,
      CASE s.step WHEN 'signed' THEN g.took_ms END, $1
    FROM held h JOIN given g USING (document_id) CROSS JOIN (VALUES (1, 'signed'), (2, 'sending')) AS s (place, step)
    WHERE s.step = 'signed' OR g.sending ORDER BY s.place)
  SELECT document_id AS id FROM held`;

const signAll = batched<{ fence: Fence; signed: Signed; sending: boolean }, boolean>(
  (db, group) => {
    const column = <T>(pick: (one: (typeof group)[number]) => T) => group.map(pick);
    return writeAll(db, group, 'mark_signed', SIGNED, [
      column(({ sending }) => sending),
      column(({ signed }) => JSON.stringify(signed.issuer)),
      column(({ signed }) => signed.digest),
      column(({ signed }) => signed.qr),
      column(({ signed }) => Math.round(signed.tookMs)),
      column(({ signed }) => signed.xml.sha256),
      column(({ signed }) => signed.xml.bytes),
      column(({ signed }) => signed.xml.objectKey),
      column(({ signed }) => signed.zip.sha256),
      column(({ signed }) => signed.zip.bytes),
      column(({ signed }) => signed.zip.objectKey),
    ]);
  },
);

/**
 * The signed bytes are in the store: from here on the document can be shown, and is never signed
 * again.
 * @param sending it is about to be sent: the intent, too, is on disk before the first byte leaves
 */
export async function markSigned(
  db: Db,
  fence: Fence,
  signed: Signed,
  { sending }: { sending: boolean },
): Promise<void> {
  if (!(await signAll(db, { fence, signed, sending }))) throw new LeaseLost(fence);
}

const SENDING = `
  WITH held AS (
    UPDATE emissions SET stage = ${stageAfter('send', 'sending')}, intent_at = now(), sends = sends + 1, missing = 0, claimed_code = NULL, ${HOLD}
    WHERE ${HELD} RETURNING ${RETURNING})
  ${note(`'sending'`, 'NULL', 'NULL', 'NULL::int')}`;

/** The intent of another send: whoever comes after a crash knows that the authority may have it. */
export async function markSending(db: Db, fence: Fence): Promise<void> {
  await write(db, fence, 'mark_sending', SENDING, []);
}

const HELD_ON = `WITH held AS (UPDATE emissions SET ${HOLD} WHERE ${HELD} RETURNING ${RETURNING})
  ${note(`'asked'`, '$5', '$6', '$7')}`;

const SENT_AGAIN = `WITH held AS (UPDATE emissions SET ${HOLD} WHERE ${HELD} RETURNING ${RETURNING})
  ${note(`'sending'`, '$5', '$6', 'NULL::int')}`;

/**
 * The answer to the send may be another request's: the same bytes go once more, and the lease
 * begins anew.
 */
export async function noteSentAgain(
  db: Db,
  fence: Fence,
  disbelieved: { code?: string | undefined; detail: string },
): Promise<void> {
  await write(db, fence, 'note_sent_again', SENT_AGAIN, [
    disbelieved.code ?? null,
    disbelieved.detail,
  ]);
}

const RENEW = `UPDATE emissions SET ${HOLD} WHERE document_id = $1 AND epoch = $2 AND stage <> 'review'`;

/** The lease begins anew: before a question, which may take its time. */
export async function renewLease(db: Db, fence: Fence): Promise<void> {
  const { rowCount } = await db.pool.query({
    name: 'renew_lease',
    text: RENEW,
    values: [fence.documentId, fence.epoch],
  });
  if (rowCount === 0) throw new LeaseLost(fence);
}

/** What the authority said when it was asked for the document; the lease begins anew. */
export async function noteAsked(
  db: Db,
  fence: Fence,
  asked: { code?: string | undefined; detail: string; tookMs: number },
): Promise<void> {
  await write(db, fence, 'note_asked', HELD_ON, [asked.code ?? null, asked.detail, asked.tookMs]);
}

/**
 * What a send that was not taken leaves behind. While an earlier one may be registered, or the
 * authority claims the number, the next attempt begins with a question.
 */
const AFTER_SEND = (fate: string, claimed: string) => `
      unanswered = unanswered OR ${fate} = 'unanswered',
      stage = CASE WHEN ${fate} IN ('unknown', 'unanswered') OR (${fate} IN ('never', 'refused') AND (sends > 1 OR ${claimed} IS NOT NULL)) THEN ${stageAfter('send', 'sending')}
        WHEN ${fate} IN ('never', 'refused') THEN ${stageAfter('not_received', 'signed')} ELSE stage END,
      sends = sends - (${fate} IN ('never', 'refused'))::int,
      intent_at = CASE WHEN ${fate} = 'never' AND sends = 1 THEN NULL ELSE intent_at END`;

const WAIT = `
  WITH held AS (
    UPDATE emissions SET
      ${LET_GO}, crashes = CASE WHEN $10 THEN 0 ELSE crashes END, next_at = now() + $5 * interval '1 ms', not_before = now() + $5 * interval '1 ms', retry_class = $6,
      last_code = coalesce($7, last_code), last_error = coalesce($8, last_error), missing = coalesce($9, missing),
      attempts = attempts - (NOT $10)::int,
      claimed_code = coalesce($13, claimed_code),
      ${AFTER_SEND('$11', 'coalesce($13, claimed_code)')}
    WHERE ${HELD} RETURNING ${RETURNING}),
  sent AS (
    UPDATE outcomes o SET sent_at = held.intent_at FROM held
    WHERE o.document_id = $1 AND o.document_id = held.document_id AND o.sent_at IS NULL AND $11 IN ('unknown', 'unanswered', 'refused')),
  noted AS (${note(`'waiting'`, '$7', `$6 || coalesce(': ' || $8, '')`, '$12')} WHERE $10)
  SELECT FROM held`;

/** Gives the document back until later. */
export async function waitUntil(db: Db, fence: Fence, wait: Wait): Promise<void> {
  const {
    delayMs,
    class: reason,
    code,
    error,
    counted = true,
    send = 'none',
    missing,
    claimed,
    tookMs,
  } = wait;
  const values = [
    Math.round(delayMs),
    reason,
    code ?? null,
    short(error),
    missing ?? null,
    counted,
    send,
    whole(tookMs),
    claimed ?? null,
  ];
  await write(db, fence, 'wait_until', WAIT, values);
}

const SETTLE = `
  WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::int[],
      $10::bytea[], $11::int[], $12::text[], $13::text[], $14::text[])
      AS g (document_id, epoch, attempt, state, code, description, notes, took_ms, cdr_hash, cdr_bytes, cdr_key, evidence, signature)),
  held AS (
    DELETE FROM emissions e USING given g WHERE ${ALL_HELD}
    RETURNING e.document_id, e.business_id, e.intent_at),
  outcome AS (
    UPDATE outcomes o SET state = g.state, code = g.code, description = g.description, notes = g.notes, settled_at = now(),
      sent_at = coalesce(o.sent_at, h.intent_at), evidence = g.evidence, cdr_signature = g.signature,
      without_cdr = g.state = 'accepted' AND g.cdr_key IS NULL
    FROM held h JOIN given g USING (document_id) WHERE o.document_id = h.document_id AND o.document_id = ANY ($2)),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'cdr', g.cdr_hash, g.cdr_bytes, g.cdr_key FROM held JOIN given g USING (document_id) WHERE g.cdr_key IS NOT NULL),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, took_ms, worker)
    SELECT document_id, h.business_id, g.attempt, g.state, g.code, g.description, g.took_ms, $1 FROM held h JOIN given g USING (document_id))
  SELECT document_id AS id FROM held`;

const settleAll = batched<{ fence: Fence; settlement: Settlement }, boolean>((db, group) => {
  const column = <T>(pick: (settlement: Settlement) => T) =>
    group.map(({ settlement }) => pick(settlement));
  return writeAll(db, group, 'settle', SETTLE, [
    column(({ state }) => state),
    column(({ code }) => code),
    column(({ description }) => short(description)),
    column(({ notes }) => JSON.stringify(notes)),
    column(({ tookMs }) => Math.round(tookMs)),
    column(({ cdr }) => cdr?.sha256 ?? null),
    column(({ cdr }) => cdr?.bytes ?? null),
    column(({ cdr }) => cdr?.objectKey ?? null),
    column(({ evidence }) => evidence),
    column(({ signature }) => signature ?? null),
  ]);
});

/**
 * The end of the exchange: what the authority decided, where its CDR rests, and nothing left to do.
 */
export async function settle(db: Db, fence: Fence, settlement: Settlement): Promise<void> {
  if (!(await settleAll(db, { fence, settlement }))) throw new LeaseLost(fence);
}

/**
 * One statement for many attempts of this process; the first four values are its name and their
 * fences. Says which were held.
 */
async function writeAll(
  db: Db,
  group: readonly { fence: Fence }[],
  name: string,
  text: string,
  columns: unknown[][],
): Promise<boolean[]> {
  const column = <T>(pick: (fence: Fence) => T) => group.map(({ fence }) => pick(fence));
  const fences = [
    column(({ documentId }) => documentId),
    column(({ epoch }) => epoch),
    column(({ attempt }) => attempt),
  ];
  const { rows } = await db.pool.query<{ id: string }>({
    name,
    text,
    values: [group[0]?.fence.worker, ...fences, ...columns],
  });
  const held = new Set(rows.map(({ id }) => Number(id)));
  return group.map(({ fence }) => held.has(fence.documentId));
}

const REVIEW = `
  WITH held AS (
    UPDATE emissions SET stage = ${stageAfter('review', 'review')}, review_reason = $5, last_code = coalesce($6, last_code), last_error = coalesce($7, last_error),
      claimed_code = coalesce($8, claimed_code), compared = coalesce($9, compared), sends = sends - ($10 IN ('never', 'refused'))::int,
      unanswered = unanswered OR $10 = 'unanswered',
      ${LET_GO}, crashes = 0, not_before = NULL
    WHERE ${HELD} RETURNING ${RETURNING}),
  reference AS (
    UPDATE "references" r SET state = 'review' FROM held JOIN documents d ON d.id = held.document_id
    WHERE r.business_id = d.business_id AND r.key = d.reference)
  ${note(`'review'`, '$6', `$5 || coalesce(': ' || $7, '')`, 'NULL::int')}`;

/**
 * Nothing more can be done without a person: kept with the reason and the last answer, and its
 * reference answers 409.
 */
export async function toReview(db: Db, fence: Fence, review: ToReview): Promise<void> {
  const { reason, code, error, claimed, compared, send = 'none' } = review;
  const both = compared ? JSON.stringify(compared) : null;
  await write(db, fence, 'to_review', REVIEW, [
    reason,
    code ?? null,
    short(error),
    claimed ?? null,
    both,
    send,
  ]);
}

export interface ToReview extends Pick<Wait, 'send' | 'claimed'> {
  reason: ReviewReason;
  code?: string | undefined;
  error?: string | undefined;
  compared?: Compared | undefined;
}

/** One statement of an attempt; the first four values are the fence. */
async function write(
  db: Db,
  fence: Fence,
  name: string,
  text: string,
  values: unknown[],
): Promise<void> {
  const { rowCount } = await db.pool.query({
    name,
    text,
    values: [fence.documentId, fence.epoch, fence.attempt, fence.worker, ...values],
  });
  if (rowCount === 0) throw new LeaseLost(fence);
}

const LONGEST = 1_000;
const short = (text: string | undefined) => text?.slice(0, LONGEST) ?? null;
const whole = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms));
