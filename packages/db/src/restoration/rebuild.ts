/**
 * Writes the rows of documents again that a restored database forgot, and lets those go on that it
 * remembers as less far than they were. Whatever is there stays as it is: every step may be run
 * again.
 */

import type { Issuer } from '@rafaga/fiscal';
import type pg from 'pg';
import { type Db, poolOf } from '../db.js';
import type { KeptFile } from '../exchange/emissionStates.js';
import { SEARCH_AGAIN } from '../search/fillDocumentSearch.js';
import { stageAfter } from '../stageSql.js';
import { transaction } from '../transaction.js';

/** A document as the journal tells it, or its signed XML. */
export interface RecoveredDocument {
  id: number;
  ruc: string;
  /** Absent where it is not known: that of its business now. */
  environment?: string;
  kind: string;
  series: string;
  number: number;
  reference: string;
  hash: Buffer;
  issueDate: string;
  currency: string;
  client: { documentType: string; document: string; name: string };
  total: string;
  deadline: string;
  requestId: string;
  createdAt: Date;
  sale: unknown;
  totals: unknown;
  warnings: unknown;
  answer: string;
}

/** What the file store has of its exchange with the authority. */
export interface RecoveredExchange {
  signed: { issuer: Issuer; digest: string; qr: string; at: Date; xml: KeptFile; zip: KeptFile };
  settled?: {
    state: 'accepted' | 'rejected';
    code: string;
    description: string;
    notes: readonly { code: string; text: string }[];
    cdr: KeptFile;
  };
}

export type RebuildOutcome =
  | 'rebuilt'
  /** it is there */
  | 'known'
  /** no business has its RUC */
  | 'no_business'
  /** another document has its number */
  | 'number_taken';

export interface RebuildResult {
  is: RebuildOutcome;
  /** The one that it belongs to; '' when that is not known. */
  environment: string;
}

/** By what rows and timeline say that they were written again. */
const WORKER = 'rafaga restaurar';
const FROM_JOURNAL = 'reconstruido del diario de lo emitido';
const FROM_FILES = 'según los archivos guardados';

const DOCUMENT = `
  INSERT INTO documents (id, business_id, kind, series, number, reference, issue_date, currency,
    client_document_type, client_document, client_name, total, sale, totals, warnings, answer,
      request_id, created_at,
    environment)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  ON CONFLICT DO NOTHING`;
const REFERENCE = `
  INSERT INTO "references" (business_id, key, hash, document_id, created_at)
    VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;
const EMISSION = `
  INSERT INTO emissions (document_id, business_id, deadline, created_at, destination)
    VALUES ($1, $2, $3, $4, $5)`;
const SERIES = `
  INSERT INTO series (business_id, environment, kind, code, last_number) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (business_id, environment, code) DO UPDATE
    SET last_number = greatest(series.last_number, excluded.last_number)`;
const NOTE = `
  INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
  VALUES ($1, $2, 0, $3, $4, $5, '${WORKER}')`;

/** Its rows, its reference, its counter; and what became of it, as far as the files tell. */
export function rebuildDocument(
  db: Db,
  lost: RecoveredDocument,
  found?: RecoveredExchange,
): Promise<RebuildResult> {
  return rebuilding(db, async (client) => {
    const { rows } = await client.query<Issuing>(ISSUING, [lost.ruc, lost.environment ?? null]);
    if (!rows[0]) return { is: 'no_business', environment: '' };
    const { businessId, environment, destination } = rows[0];
    const { id, kind, series, number, createdAt } = lost;
    await client.query(SERIES, [businessId, environment, kind, series, number]);
    const written = await client.query(DOCUMENT, [...valuesOf(lost, businessId), environment]);
    if (written.rowCount === 0) {
      const known = await client.query('SELECT FROM documents WHERE id = $1', [id]);
      return { is: known.rowCount === 0 ? 'number_taken' : 'known', environment };
    }
    await client.query(REFERENCE, [businessId, lost.reference, lost.hash, id, createdAt]);
    await client.query(SEARCH_AGAIN, [id]);
    await client.query(EMISSION, [id, businessId, lost.deadline, createdAt, destination]);
    await client.query(NOTE, [id, businessId, 'resumed', null, FROM_JOURNAL]);
    if (found) await goOn(client, id, found);
    return { is: 'rebuilt', environment };
  });
}

interface Issuing {
  businessId: number;
  environment: string;
  destination: string;
}

/**
 * Where its business sends what belongs to that environment: its own address only while it is
 * there.
 */
const ISSUING = `
  SELECT id AS "businessId", coalesce($2, environment) AS environment,
    CASE WHEN coalesce($2, environment) <> environment THEN $2 WHEN authority = 'custom'
      THEN bill_url ELSE authority END
      AS destination
  FROM businesses WHERE ruc = $1`;

function valuesOf(lost: RecoveredDocument, businessId: number): unknown[] {
  const { client, warnings } = lost;
  const json = [lost.sale, lost.totals].map((value) => JSON.stringify(value));
  return [
    ...[
      lost.id,
      businessId,
      lost.kind,
      lost.series,
      lost.number,
      lost.reference,
      lost.issueDate,
      lost.currency,
    ],
    ...[client.documentType, client.document, client.name, lost.total, ...json],
    ...[
      warnings == null ? null : JSON.stringify(warnings),
      lost.answer,
      lost.requestId,
      lost.createdAt,
    ],
  ];
}

/**
 * A document that the database has as pending: what was signed and answered since is taken over.
 */
export function resumeExchange(
  db: Db,
  documentId: number,
  found: RecoveredExchange,
): Promise<boolean> {
  return rebuilding(db, (client) => goOn(client, documentId, found));
}

const SIGNED = `
  WITH open AS (
    SELECT document_id, business_id FROM emissions WHERE document_id = $1 AND stage <> 'review'
      FOR UPDATE),
  signed AS (
    INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at)
    SELECT document_id, business_id, $2, $3, $4, $5 FROM open ON CONFLICT DO NOTHING)
  INSERT INTO files (document_id, kind, sha256, bytes, object_key)
  SELECT document_id, f.kind, f.sha256, f.bytes, f.key FROM open,
    (VALUES ('xml', $6::bytea, $7::int, $8), ('zip', $9::bytea, $10::int, $11)) AS f (kind, sha256,
      bytes, key)
  ON CONFLICT DO NOTHING`;
/** It may have been sent: the authority is asked first. */
const SENDING = `
  UPDATE emissions SET stage = ${stageAfter('send', 'sending')}, sends = greatest(sends, 1),
    intent_at = coalesce(intent_at, $2),
    epoch = epoch + 1, lease_owner = NULL, lease_until = NULL, not_before = NULL, next_at = now()
  WHERE document_id = $1 AND stage <> 'review' AND sends = 0
  RETURNING business_id`;
const SETTLED = `
  WITH settled AS (
    UPDATE outcomes SET state = $2, code = $3, description = $4, notes = $5,
      sent_at = coalesce(sent_at, signed_at),
      settled_at = now(), evidence = 'cdr'
    WHERE document_id = $1 AND state IS NULL RETURNING document_id),
  gone AS (
    DELETE FROM emissions e USING settled s WHERE e.document_id = s.document_id
      RETURNING e.business_id, e.document_id),
  cdr AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'cdr', $6, $7, $8 FROM gone ON CONFLICT DO NOTHING)
  SELECT business_id FROM gone`;

/** @returns whether anything changed; what is in review stays with its person */
async function goOn(
  client: pg.PoolClient,
  id: number,
  { signed, settled }: RecoveredExchange,
): Promise<boolean> {
  const { issuer, digest, qr, at, xml, zip } = signed;
  const files = [xml, zip].flatMap((file) => [file.sha256, file.bytes, file.objectKey]);
  await client.query(SIGNED, [id, JSON.stringify(issuer), digest, qr, at, ...files]);
  if (!settled) {
    const { rows } = await client.query<{ business_id: number }>(SENDING, [id, at]);
    if (rows[0]) await client.query(NOTE, [id, rows[0].business_id, 'signed', null, FROM_FILES]);
    return rows.length > 0;
  }
  const { state, code, description, notes, cdr } = settled;
  const told = [state, code, description, JSON.stringify(notes)];
  const values = [id, ...told, cdr.sha256, cdr.bytes, cdr.objectKey];
  const { rows } = await client.query<{ business_id: number }>(SETTLED, values);
  if (rows[0])
    await client.query(NOTE, [
      id,
      rows[0].business_id,
      state,
      code,
      `${description} (${FROM_FILES})`,
    ]);
  return rows.length > 0;
}

/** One document, one transaction: a thousand of them need not each wait for the disk. */
const rebuilding = <T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  transaction(db, work, `SET LOCAL rafaga.restoring = 'on'`, 'SET LOCAL synchronous_commit = off');

/** Pending documents, of which the files may know more. */
export async function pendingDocuments(
  db: Db,
): Promise<
  { id: number; ruc: string; kind: string; series: string; number: number; digest: string | null }[]
> {
  const { rows } = await poolOf(db).query<{
    id: string;
    ruc: string;
    kind: string;
    series: string;
    number: number;
    digest: string | null;
  }>(
    `SELECT d.id::text, b.ruc, d.kind, d.series, d.number, o.digest FROM emissions e
     JOIN documents d ON d.id = e.document_id JOIN businesses b ON b.id = d.business_id
     LEFT JOIN outcomes o ON o.document_id = d.id WHERE e.stage <> 'review' ORDER BY d.id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Since when the journal may know more: the newest document of the database, and its oldest pending
 * one.
 */
export async function knownUntil(
  db: Db,
): Promise<{ newest: number | null; oldestPending: number | null }> {
  const { rows } = await poolOf(db).query<{ newest: string | null; pending: string | null }>(
    'SELECT (SELECT max(id) FROM documents)::text AS newest, (SELECT min(document_id) FROM emissions)::text AS pending',
  );
  const number = (text: string | null | undefined) => (text == null ? null : Number(text));
  return { newest: number(rows[0]?.newest), oldestPending: number(rows[0]?.pending) };
}

/** Those of the ids that no document has. */
export async function unknownIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await poolOf(db).query<{ id: string }>(
    'SELECT t.id::text FROM unnest($1::bigint[]) AS t (id) WHERE NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)',
    [ids],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
