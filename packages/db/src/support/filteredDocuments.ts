/**
 * A page of the documents that a filter leaves. The smallest ordered index that the filter allows
 * is read from where the last page ended; a page looks at a limited number of rows, so that a rare
 * combination costs no more than a common one: what was not looked at yet is told.
 */
import { type Db, poolOf } from '../db.js';
import {
  type DocumentFilter,
  documentConditions,
  type Given,
  idRange,
  stateConditions,
} from './documentFilter.js';
import { type DocumentSummary, selectSummaries } from './documentSummary.js';
import type { PageQuery } from './pageQuery.js';

export interface FilteredPage {
  rows: DocumentSummary[];
  /** The page is not full, and the rows after this id were not looked at; null: all were. */
  lookedTo: number | null;
}

/** An index that gives ids in their order; "c" has the id and the business. */
interface Source {
  select: string;
  id: string;
  where: string[];
  /** So many of its rows are looked at for a page. */
  depth: number;
}

const DEPTH = 5_000;
/** Open documents are few, and narrow: the whole backlog of a bad day is looked at. */
const OPEN_DEPTH = 20_000;

const DOCUMENTS: Source = {
  select: 'SELECT id, business_id FROM documents',
  id: 'id',
  where: [],
  depth: DEPTH,
};
const OPEN: Source = {
  select: 'SELECT document_id AS id, business_id FROM emissions',
  id: 'document_id',
  where: [],
  depth: OPEN_DEPTH,
};
const REVIEW: Source = { ...OPEN, where: ['review_reason IS NOT NULL'] };
const WITHOUT_CDR: Source = {
  select: 'SELECT document_id AS id, business_id FROM outcomes',
  id: 'document_id',
  where: ['without_cdr'],
  depth: DEPTH,
};
/** By its timeline: a column of outcomes that an index names would make each settlement dearer. */
const REJECTED: Source = {
  select: 'SELECT DISTINCT ON (document_id) document_id AS id, business_id FROM attempts',
  id: 'document_id',
  where: [`step IN ('rejected', 'resolved')`],
  depth: DEPTH,
};

function sourceOf({ state, reason, dueBy }: DocumentFilter): Source {
  if (state === 'review') return REVIEW;
  if (state === 'rejected') return REJECTED;
  if (state === 'without_cdr') return WITHOUT_CDR;
  return state === 'open' || state === 'pending' || reason || dueBy ? OPEN : DOCUMENTS;
}

export interface FilteredQuery extends PageQuery {
  /** The newest first; otherwise the oldest. */
  newestFirst: boolean;
}

export async function filterDocuments(
  db: Db,
  filter: DocumentFilter,
  query: FilteredQuery,
): Promise<FilteredPage> {
  const backwards = query.back === true && query.from !== undefined;
  const direction = query.newestFirst !== backwards ? 'DESC' : 'ASC';
  const scan = scanOf(filter, { from: query.from, direction });
  const ids = await matchingIds(db, filter, scan, query.limit);
  const lookedTo = ids.length < query.limit ? await endOfScan(db, scan) : null;
  const rows = await selectSummaries(
    db,
    'summaries_by_id',
    'd.id = ANY ($1::bigint[]) ORDER BY d.id',
    [ids],
  );
  return { rows: query.newestFirst ? rows.reverse() : rows, lookedTo };
}

interface Scan {
  /** The rows that a page looks at, in order. */
  text: string;
  values: unknown[];
  direction: 'ASC' | 'DESC';
  depth: number;
}

function scanOf(
  filter: DocumentFilter,
  { from, direction }: { from: number | undefined; direction: Scan['direction'] },
): Scan {
  const { select, id, where, depth } = sourceOf(filter);
  const range = idRange(filter);
  const first = direction === 'ASC' ? Math.max(range.from, (from ?? 0) + 1) : range.from;
  const last =
    direction === 'DESC' && from !== undefined ? Math.min(range.before, from) : range.before;
  const conditions = [...where, `${id} >= $1`, `${id} < $2`].join(' AND ');
  const text = `${select} WHERE ${conditions} ORDER BY ${id} ${direction} LIMIT ${depth}`;
  return { text, values: [first, last], direction, depth };
}

async function matchingIds(
  db: Db,
  filter: DocumentFilter,
  scan: Scan,
  limit: number,
): Promise<string[]> {
  const values = [...scan.values];
  const given: Given = (value) => `$${values.push(value)}`;
  const ofState = stateConditions(filter, given);
  const conditions = [
    ...(filter.businessId === undefined ? [] : [`c.business_id = ${given(filter.businessId)}`]),
    ...ofState,
    ...documentConditions(filter, given),
  ];
  const joins = ofState.length > 0 ? STATE_JOINS : '';
  const { rows } = await poolOf(db).query<{ id: string }>(
    `SELECT c.id FROM (${scan.text}) AS c
     JOIN LATERAL (SELECT * FROM documents WHERE id = c.id OFFSET 0) AS d ON true ${joins}
     ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY c.id ${scan.direction} LIMIT ${given(limit)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const STATE_JOINS = `
  LEFT JOIN LATERAL (SELECT * FROM outcomes WHERE document_id = c.id OFFSET 0) AS o ON true
  LEFT JOIN LATERAL (SELECT * FROM emissions WHERE document_id = c.id OFFSET 0) AS e ON true`;

/** The last id that the scan looked at, where it ended before the index did. */
async function endOfScan(db: Db, { text, values, depth }: Scan): Promise<number | null> {
  const { rows } = await poolOf(db).query<{ id: string }>(
    `SELECT id FROM (${text}) AS c OFFSET ${depth - 1}`,
    values,
  );
  return rows[0] ? Number(rows[0].id) : null;
}
