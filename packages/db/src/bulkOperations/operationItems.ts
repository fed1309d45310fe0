/** Reads the documents of an operation, with the result for each and its current state. */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import type { PageQuery } from '../support/pageQuery.js';
import type { Resolution } from '../support/resolveReview.js';
import type { Exclusion } from './exclusions.js';

export type ItemState = 'pending' | 'done' | 'skipped' | 'failed' | 'cancelled';

export interface OperationItem {
  position: number;
  documentId: number;
  /** Whether its month is detached: what is null then is only in its bundle. */
  archived: boolean;
  reference: string | null;
  ruc: string;
  legalName: string;
  kind: Kind;
  series: string;
  number: number;
  currency: string | null;
  total: string | null;
  state: ItemState;
  cause: Exclusion | null;
  at: Date | null;
  /** The document's present state. */
  settled: 'accepted' | 'rejected' | null;
  /** The decision with which two persons settled it; null otherwise. */
  resolution: Resolution | null;
  stage: string | null;
}

const SELECT = `
  SELECT i.position, i.document_id::text AS "documentId", d.id IS NULL AS archived, d.reference,
    b.ruc, b.legal_name AS "legalName", coalesce(d.kind, a.kind) AS kind,
    coalesce(d.series, a.series) AS series, coalesce(d.number, a.number) AS number, d.currency,
    d.total::text,
    i.state, i.cause, i.at, o.state AS settled, e.stage,
    CASE WHEN o.evidence = 'person' THEN (SELECT split_part(detail, ':', 1) FROM attempts
      WHERE document_id = i.document_id AND step = 'resolved'
      ORDER BY id DESC LIMIT 1) END AS resolution
  FROM operation_items i
  LEFT JOIN LATERAL (SELECT id, business_id, reference, kind, series, number, currency, total
    FROM documents WHERE id = i.document_id OFFSET 0) AS d ON true
  LEFT JOIN LATERAL (SELECT business_id, kind, series, number FROM archived_documents
    WHERE document_id = i.document_id AND d.id IS NULL OFFSET 0) AS a ON true
  JOIN businesses b ON b.id = coalesce(d.business_id, a.business_id)
  LEFT JOIN LATERAL (SELECT state, evidence FROM outcomes
    WHERE document_id = d.id OFFSET 0) AS o ON true
  LEFT JOIN LATERAL (SELECT stage FROM emissions WHERE document_id = d.id OFFSET 0) AS e ON true
  WHERE i.operation_id = $1`;

/** Lists a page of the documents, in the order of the plan. */
export async function listOperationItems(
  db: Db,
  operationId: number,
  { from, back, limit }: PageQuery,
): Promise<OperationItem[]> {
  const backwards = back === true && from !== undefined;
  const [beyond, order] = backwards ? ['< $2', 'DESC'] : ['> $2', 'ASC'];
  const { rows } = await poolOf(db).query<Row>({
    name: `list_operation_items_${order}`,
    text: `${SELECT} AND i.position ${beyond} ORDER BY i.position ${order} LIMIT $3`,
    values: [operationId, from ?? 0, limit],
  });
  return (backwards ? rows.reverse() : rows).map(toItem);
}

/** Finds one document of the operation by its position in the plan. */
export async function findOperationItem(
  db: Db,
  operationId: number,
  position: number,
): Promise<OperationItem | undefined> {
  const { rows } = await poolOf(db).query<Row>({
    name: 'find_operation_item',
    text: `${SELECT} AND i.position = $2`,
    values: [operationId, position],
  });
  return rows[0] && toItem(rows[0]);
}

type Row = Omit<OperationItem, 'documentId'> & { documentId: string };

const toItem = (row: Row): OperationItem => ({ ...row, documentId: Number(row.documentId) });

export interface OperationProgress {
  total: number;
  pending: number;
  done: number;
  skipped: number;
  failed: number;
  cancelled: number;
  /** The current states of the documents that are done. */
  accepted: number;
  rejected: number;
  inReview: number;
  /** Those of detached months, whose state is only in their bundles. */
  archived: number;
  /** Documents a second since the canary; null while there are too few to say. */
  perSecond: number | null;
}

export async function operationProgress(db: Db, operationId: number): Promise<OperationProgress> {
  const { rows } = await poolOf(db).query<OperationProgress>({
    name: 'operation_progress',
    text: `
      SELECT count(*)::int AS total,
        count(*) FILTER (WHERE i.state = 'pending')::int AS pending,
        count(*) FILTER (WHERE i.state = 'done')::int AS done,
        count(*) FILTER (WHERE i.state = 'skipped')::int AS skipped,
        count(*) FILTER (WHERE i.state = 'failed')::int AS failed,
        count(*) FILTER (WHERE i.state = 'cancelled')::int AS cancelled,
        count(*) FILTER (WHERE i.state = 'done' AND o.state = 'accepted')::int AS accepted,
        count(*) FILTER (WHERE i.state = 'done' AND o.state = 'rejected')::int AS rejected,
        count(*) FILTER (WHERE i.state = 'done' AND e.stage = 'review')::int AS "inReview",
        count(*) FILTER (WHERE i.state = 'done' AND o.state IS NULL AND e.stage IS NULL
          AND EXISTS (SELECT FROM document_months WHERE detached_at IS NOT NULL
            AND i.document_id >= from_id AND i.document_id < to_id))::int AS archived,
        CASE WHEN count(*) FILTER (WHERE after_canary) > 1 THEN (
          (count(*) FILTER (WHERE after_canary) - 1)
          / nullif(extract(epoch FROM max(i.at) FILTER (WHERE after_canary)
            - min(i.at) FILTER (WHERE after_canary)), 0))::float END AS "perSecond"
      FROM operation_items i
      JOIN operations p ON p.id = i.operation_id
      CROSS JOIN LATERAL (
        SELECT i.state IN ('done', 'failed') AND i.position > p.canary AS after_canary) AS each
      LEFT JOIN LATERAL (
        SELECT state FROM outcomes WHERE document_id = i.document_id OFFSET 0) AS o
        ON i.state = 'done'
      LEFT JOIN LATERAL (
        SELECT stage FROM emissions WHERE document_id = i.document_id OFFSET 0) AS e
        ON i.state = 'done'
      WHERE i.operation_id = $1`,
    values: [operationId],
  });
  return rows[0] as OperationProgress;
}
