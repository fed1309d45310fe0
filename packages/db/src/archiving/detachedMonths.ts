/**
 * Finds the detached months that a list of documents lacks, because their documents are only in the
 * archive.
 */
import { type Db, poolOf } from '../db.js';
import { scopeParameter } from '../scope.js';
import { type DocumentFilter, idRange } from '../support/documentFilter.js';

export interface DetachedMonth {
  /** 'YYYY-MM' */
  month: string;
  /** Whether it also has all earlier documents, as the first month of a database does. */
  hasEarlier: boolean;
}

/** @returns the months in which the filter's businesses issued documents */
export async function detachedMonths(db: Db, filter: DocumentFilter): Promise<DetachedMonth[]> {
  const { from, before } = idRange(filter);
  const { rows } = await poolOf(db).query<DetachedMonth>({
    name: 'detached_months',
    text: `SELECT m.month, m.from_id = 0 AS "hasEarlier" FROM document_months m
      WHERE m.detached_at IS NOT NULL AND m.documents > 0 AND m.to_id > $1 AND m.from_id < $2
        AND ($3::int IS NULL OR EXISTS (SELECT FROM detached_numbers n
          WHERE n.business_id = $3 AND n.month = m.month))
      ORDER BY m.month`,
    values: [from, before, scopeParameter(filter.scope)],
  });
  return rows;
}
