/** Lists and counts the documents that make no progress, by reason and age. */
import type { Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import type { ReviewReason, WaitClass } from '../exchange/emissionStates.js';
import { EVERY_BUSINESS, type Scope } from '../scope.js';
import { OLDEST_PENDING, oldestPendingOf } from './backlog.js';
import {
  ARM_COLUMNS,
  REASON,
  SETTLED,
  type StuckFilter,
  type StuckReason,
  stuckStatement,
} from './stuckStatement.js';

export interface StuckDocument {
  documentId: number;
  businessId: number;
  ruc: string;
  legalName: string;
  reference: string;
  environment: Environment;
  kind: Kind;
  series: string;
  number: number;
  reason: StuckReason;
  since: Date;
  attempts: number;
  nextAt: Date | null;
  waitClass: WaitClass | null;
  lastCode: string | null;
  lastError: string | null;
  reviewReason: ReviewReason | null;
  pauseReason: string | null;
  deadline: string | null;
}

/** Lists a page of stuck documents, the oldest first. */
export async function listStuckDocuments(db: Db, filter: StuckFilter): Promise<StuckDocument[]> {
  // a missing CDR has no deadline
  if (filter.reason === 'without_cdr' && filter.only?.dueBy) return [];
  const { text, values } = stuckStatement(filter);
  const { rows } = await poolOf(db).query<
    Omit<StuckDocument, 'documentId'> & { documentId: string }
  >(text, values);
  return rows.map((row) => ({ ...row, documentId: Number(row.documentId) }));
}

/**
 * Counts stuck documents by reason, with the oldest of each, among the oldest pending documents.
 */
export async function countStuckDocuments(
  db: Db,
  scope: Scope,
): Promise<{ reason: StuckReason; count: number; oldest: Date }[]> {
  const own = scope !== EVERY_BUSINESS;
  const { rows } = await poolOf(db).query<{ reason: StuckReason; count: number; oldest: Date }>({
    // unnamed, so that it is planned for each business: large and small ones need different indexes
    ...(!own && { name: 'count_stuck' }),
    text: `SELECT reason, count(*)::int AS count, min(since) AS oldest FROM (
        SELECT ${REASON} AS reason, e.created_at AS since
        FROM ${own ? oldestPendingOf('$1') : OLDEST_PENDING} AS e
          JOIN businesses b ON b.id = e.business_id
        UNION ALL SELECT reason, since
          FROM (SELECT ${SETTLED} ${own ? 'AND o.business_id = $1' : ''})
          AS o (${ARM_COLUMNS})) AS each
      WHERE reason IS NOT NULL GROUP BY reason ORDER BY oldest`,
    values: own ? [scope] : [],
  });
  return rows;
}
