/**
 * Adds what the file store has of a document's exchange with the authority, for documents that had
 * advanced further than the restored database shows. May run again.
 */
import type pg from 'pg';
import type { Db } from '../db.js';
import { statement } from '../namedParameters.js';
import { stageAfter } from '../stageSql.js';
import { inRebuild, insertNote, REBUILDER } from './rebuildTransaction.js';
import type { RecoveredExchange } from './recovered.js';

/** Adds the signature and the CDR of a document that is pending or in review in the database. */
export function resumeExchange(
  db: Db,
  documentId: number,
  found: RecoveredExchange,
): Promise<boolean> {
  return inRebuild(db, (client) => takeOver(client, documentId, found));
}

/** @returns whether anything changed */
export async function takeOver(
  client: pg.PoolClient,
  documentId: number,
  found: RecoveredExchange,
): Promise<boolean> {
  const { signed, settled } = found;
  const open = await client.query<Open>(insertSigned(signedRow(documentId, signed)));
  if (open.rows[0]?.stage === 'review') return giveToReview(client, documentId, found);
  return settled ? settle(client, documentId, settled) : markSending(client, documentId, signed.at);
}

const signedRow = (documentId: number, signed: RecoveredExchange['signed']) => {
  const { issuer, digest, qr, at, xml, zip } = signed;
  return {
    documentId,
    issuer: JSON.stringify(issuer),
    digest,
    qr,
    at,
    xmlSha256: xml.sha256,
    xmlBytes: xml.bytes,
    xmlKey: xml.objectKey,
    zipSha256: zip.sha256,
    zipBytes: zip.bytes,
    zipKey: zip.objectKey,
  };
};

const insertSigned = statement<ReturnType<typeof signedRow>>(
  'rebuild_signed',
  `WITH open AS (
      SELECT document_id, business_id, stage FROM emissions
        WHERE document_id = :documentId FOR UPDATE),
    signed AS (
      INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at)
      SELECT document_id, business_id, :issuer, :digest, :qr, :at FROM open ON CONFLICT DO NOTHING),
    kept AS (
      INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      SELECT document_id, f.kind, f.sha256, f.bytes, f.key FROM open,
        (VALUES ('xml', :xmlSha256::bytea, :xmlBytes::int, :xmlKey),
          ('zip', :zipSha256::bytea, :zipBytes::int, :zipKey)) AS f (kind, sha256, bytes, key)
      ON CONFLICT DO NOTHING)
    SELECT stage FROM open`,
);

interface Open {
  stage: string;
}

/**
 * A document in review stays there, for a person. When it is resumed, it is not signed again, the
 * authority is queried first, and its CDR settles it. A bulk operation that was planned without
 * them leaves it out.
 */
async function giveToReview(
  client: pg.PoolClient,
  documentId: number,
  { signed, settled }: RecoveredExchange,
): Promise<boolean> {
  const cdr = settled && (await client.query(insertPendingCdr(settledRow(documentId, settled))));
  const isNew = (cdr?.rowCount ?? 0) > 0;
  const { rows } = await client.query<Changed>(
    updateReviewed({ documentId, at: signed.at, isNew }),
  );
  await note(client, documentId, rows[0], { step: 'signed', code: null, detail: FROM_FILES });
  return rows.length > 0;
}

const updateReviewed = statement<{ documentId: number; at: Date; isNew: boolean }>(
  'rebuild_reviewed',
  `UPDATE emissions SET unanswered = unanswered OR sends = 0, sends = greatest(sends, 1),
      intent_at = coalesce(intent_at, :at), epoch = epoch + 1
    WHERE document_id = :documentId AND stage = 'review' AND (sends = 0 OR :isNew)
    RETURNING business_id AS "businessId"`,
);

/** As `keepPendingCdr` does for a person. */
const insertPendingCdr = statement<ReturnType<typeof settledRow>>(
  'rebuild_pending_cdr',
  `INSERT INTO pending_cdrs (document_id, sha256, bytes, object_key, state, code, description,
      notes, attempt, worker, resumed_at)
    VALUES (:documentId, :sha256, :bytes, :objectKey, :state, :code, :description, :notes, 0,
      '${REBUILDER}', now())
    ON CONFLICT DO NOTHING`,
);

/** Marks the document as sent without a known answer: a worker queries the authority first. */
async function markSending(client: pg.PoolClient, documentId: number, at: Date) {
  const { rows } = await client.query<Changed>(updateSending({ documentId, at }));
  await note(client, documentId, rows[0], { step: 'signed', code: null, detail: FROM_FILES });
  return rows.length > 0;
}

const updateSending = statement<{ documentId: number; at: Date }>(
  'rebuild_sending',
  `UPDATE emissions SET stage = ${stageAfter('send', 'sending')}, sends = greatest(sends, 1),
      unanswered = true, intent_at = coalesce(intent_at, :at),
      epoch = epoch + 1, lease_owner = NULL, lease_until = NULL, not_before = NULL, next_at = now()
    WHERE document_id = :documentId AND sends = 0
    RETURNING business_id AS "businessId"`,
);

type Settled = NonNullable<RecoveredExchange['settled']>;

async function settle(client: pg.PoolClient, documentId: number, settled: Settled) {
  const { state, code, description } = settled;
  const { rows } = await client.query<Changed>(insertSettled(settledRow(documentId, settled)));
  const detail = `${description} (${FROM_FILES})`;
  await note(client, documentId, rows[0], { step: state, code, detail });
  return rows.length > 0;
}

const settledRow = (documentId: number, { notes, cdr, ...said }: Settled) => ({
  documentId,
  ...said,
  notes: JSON.stringify(notes),
  sha256: cdr.sha256,
  bytes: cdr.bytes,
  objectKey: cdr.objectKey,
});

const insertSettled = statement<ReturnType<typeof settledRow>>(
  'rebuild_settled',
  `WITH settled AS (
      UPDATE outcomes SET state = :state, code = :code, description = :description, notes = :notes,
        sent_at = coalesce(sent_at, signed_at), settled_at = now(), evidence = 'cdr'
      WHERE document_id = :documentId AND state IS NULL RETURNING document_id),
    gone AS (
      DELETE FROM emissions e USING settled s WHERE e.document_id = s.document_id
      RETURNING e.business_id, e.document_id),
    cdr AS (
      INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      SELECT document_id, 'cdr', :sha256, :bytes, :objectKey FROM gone ON CONFLICT DO NOTHING)
    SELECT business_id AS "businessId" FROM gone`,
);

interface Changed {
  businessId: number;
}

const FROM_FILES = 'según los archivos guardados';

/** Adds a row to the timeline, if the document changed. */
async function note(
  client: pg.PoolClient,
  documentId: number,
  changed: Changed | undefined,
  said: { step: string; code: string | null; detail: string },
): Promise<void> {
  if (changed) await client.query(insertNote({ documentId, ...changed, ...said }));
}
