/**
 * Reads a page of the documents that match a filter. The page continues in an index where the last
 * one ended and examines a limited number of rows, so that a filter with few matches costs no more
 * than one with many. It says up to which document it has searched.
 */
import type pg from 'pg';
import type { Db } from '../db.js';
import { EVERY_BUSINESS } from '../scope.js';
import { transaction } from '../transaction.js';
import {
  bindTo,
  type DocumentFilter,
  documentConditions,
  stateConditions,
} from './documentFilter.js';
import { type Scan, scanOf } from './documentSources.js';
import { type ListedDocument, selectSummaries } from './documentSummary.js';
import type { PageQuery } from './pageQuery.js';

export interface FilteredPage {
  rows: ListedDocument[];
  /** Where an incomplete page stopped searching; null: the search reached the end. */
  lookedTo: number | null;
}

export interface FilteredQuery extends PageQuery {
  /** Whether the newest come first; otherwise the oldest. */
  newestFirst: boolean;
}

export async function filterDocuments(
  db: Db,
  filter: DocumentFilter,
  query: FilteredQuery,
): Promise<FilteredPage> {
  const backwards = query.back === true && query.from !== undefined;
  const direction = query.newestFirst !== backwards ? 'DESC' : 'ASC';
  const scan = await scanOf(db, filter, { from: query.from, direction });
  const { ids, lookedTo } = await transaction(
    db,
    async (client) => {
      const ids = await matchingIds(client, filter, scan, query.limit);
      return { ids, lookedTo: ids.length < query.limit ? await endOfScan(client, scan) : null };
    },
    ONE_SNAPSHOT,
  );
  const rows = await selectSummaries(
    db,
    'summaries_by_id',
    'd.id = ANY ($1::bigint[]) ORDER BY d.id',
    [ids],
  );
  return { rows: query.newestFirst ? rows.reverse() : rows, lookedTo };
}

/** SQL: a row that left its source between the two statements would move the end of the scan. */
const ONE_SNAPSHOT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

async function matchingIds(
  client: pg.ClientBase,
  filter: DocumentFilter,
  scan: Scan,
  limit: number,
): Promise<string[]> {
  const values = [...scan.values];
  const bind = bindTo(values);
  const ofState = stateConditions(filter, bind);
  const conditions = [
    ...(filter.scope === EVERY_BUSINESS ? [] : [`c.business_id = ${bind(filter.scope)}`]),
    ...ofState,
    ...documentConditions(filter, bind),
  ];
  const joins = ofState.length > 0 ? STATE_JOINS : '';
  const { rows } = await client.query<{ id: string }>(
    `SELECT c.id FROM (${scan.text}) AS c
      JOIN LATERAL (SELECT * FROM documents WHERE id = c.id OFFSET 0) AS d ON true ${joins}
      ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY c.id ${scan.direction} LIMIT ${bind(limit)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const STATE_JOINS = `
  LEFT JOIN LATERAL (SELECT * FROM outcomes WHERE document_id = c.id OFFSET 0) AS o ON true
  LEFT JOIN LATERAL (SELECT * FROM emissions WHERE document_id = c.id OFFSET 0) AS e ON true`;

/** The last id that the scan examined; null when it reached the end of the index. */
async function endOfScan(
  client: pg.ClientBase,
  { text, values, depth }: Scan,
): Promise<number | null> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM (${text}) AS c OFFSET ${depth - 1}`,
    values,
  );
  return rows[0] ? Number(rows[0].id) : null;
}
