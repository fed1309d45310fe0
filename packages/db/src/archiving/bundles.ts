/** Records each bundle of the archive with its documents in one transaction, and lists bundles. */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';
import { transaction } from '../transaction.js';
import type { Month } from './month.js';

/** Where a document is in its bundle, and the data by which it is found. */
export interface BundleEntry {
  documentId: number;
  offset: number;
  length: number;
  kind: Kind;
  series: string;
  number: number;
  version: string;
}

export interface Bundle {
  businessId: number;
  ruc: string;
  /** 'YYYY-MM' */
  month: string;
  /** Counts from 1 for each business and month. */
  sequence: number;
  objectKey: string;
  sha256: Buffer;
  bytes: number;
  documents: number;
  /** The public key that verifies its signature. */
  signer: Buffer;
  createdAt: Date;
}

/**
 * Records a bundle. A document that is also in an earlier bundle is read from this one from now on.
 */
export function recordBundle(
  db: Db,
  bundle: Omit<Bundle, 'ruc' | 'documents' | 'createdAt'>,
  entries: readonly BundleEntry[],
): Promise<void> {
  return transaction(db, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO archive_bundles
          (business_id, month, sequence, object_key, sha256, bytes, documents, signer)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        bundle.businessId,
        bundle.month,
        bundle.sequence,
        bundle.objectKey,
        bundle.sha256,
        bundle.bytes,
        entries.length,
        bundle.signer,
      ],
    );
    await client.query(
      `INSERT INTO archived_documents
          (document_id, business_id, bundle_id, "offset", length, kind, series, number, version)
        SELECT t.id, $1::int, $2::int, t.place, t.length, t.kind, t.series, t.number,
          t.version
        FROM unnest($3::bigint[], $4::int[], $5::int[], $6::text[], $7::text[], $8::int[],
          $9::text[]) AS t (id, place, length, kind, series, number, version)
        ON CONFLICT (document_id) DO UPDATE SET bundle_id = excluded.bundle_id,
          "offset" = excluded."offset", length = excluded.length, version = excluded.version`,
      [
        bundle.businessId,
        rows[0]?.id,
        entries.map(({ documentId }) => documentId),
        entries.map(({ offset }) => offset),
        entries.map(({ length }) => length),
        entries.map(({ kind }) => kind),
        entries.map(({ series }) => series),
        entries.map(({ number }) => number),
        entries.map(({ version }) => version),
      ],
    );
  });
}

const BATCH = 1_000;

/** Yields the bundles in batches, in the order in which they were recorded. */
export async function* bundlesToCheck(
  db: Db,
  scope: Scope,
): AsyncGenerator<Pick<Bundle, 'objectKey' | 'sha256' | 'bytes' | 'createdAt'>[]> {
  for (let after = 0; ; ) {
    const { rows } = await poolOf(db).query<Bundle & { id: number }>({
      name: 'bundles_to_check',
      text: `SELECT id, object_key AS "objectKey", sha256, bytes, created_at AS "createdAt"
        FROM archive_bundles WHERE id > $1 AND ($2::int IS NULL OR business_id = $2)
        ORDER BY id LIMIT ${BATCH}`,
      values: [after, scopeParameter(scope)],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/** Lists bundles by month, business and sequence: of every month, or of one. */
export async function listBundles(
  db: Db,
  { scope, month }: { scope: Scope; month?: Month | undefined },
): Promise<Bundle[]> {
  const { rows } = await poolOf(db).query<Bundle>({
    name: 'list_bundles',
    text: `SELECT a.business_id AS "businessId", b.ruc, a.month, a.sequence,
        a.object_key AS "objectKey", a.sha256, a.bytes, a.documents, a.signer,
        a.created_at AS "createdAt"
      FROM archive_bundles a JOIN businesses b ON b.id = a.business_id
      WHERE ($1::text IS NULL OR a.month = $1) AND ($2::int IS NULL OR a.business_id = $2)
      ORDER BY a.month, b.ruc, a.sequence`,
    values: [month?.name ?? null, scopeParameter(scope)],
  });
  return rows;
}
