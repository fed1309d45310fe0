/**
 * Chooses the ordered index from which a page of documents is read: the smallest one that fits the
 * filter, limited to a number of rows.
 */
import { type Db, poolOf } from '../db.js';
import { EVERY_BUSINESS } from '../scope.js';
import { findClientIds } from '../search/clients.js';
import { searchableTo } from '../search/fillDocumentSearch.js';
import { type Bind, bindTo, type DocumentFilter, idRange } from './documentFilter.js';

export type Direction = 'ASC' | 'DESC';

/** The query for the rows that a page examines: "id" and "business_id", in order. */
export interface Scan {
  text: string;
  values: unknown[];
  direction: Direction;
  depth: number;
}

const DEPTH = 5_000;
/**
 * How many rows of pending documents a page examines: more than of others, because they are small.
 */
const OPEN_DEPTH = 20_000;
const OF_CLIENTS_DEPTH = 1_000;
/**
 * Documents that the search index does not have yet, of ten seconds or more, are read in addition
 * to it; at most this many do not count among the rows that a page examines.
 */
const NEWEST = 20_000;
/** When more clients match the filter, documents are filtered by name instead. */
const MAX_CLIENTS = 20;

/** A table with an index on the columns of the conditions, followed by the document's id. */
interface Source {
  table: string;
  id?: string;
  where?: string;
  depth?: number;
  distinct?: boolean;
}

const DOCUMENTS: Source = { table: 'documents', id: 'id' };
const OPEN: Source = { table: 'emissions', depth: OPEN_DEPTH };
const REVIEW: Source = { ...OPEN, where: 'review_reason IS NOT NULL' };
const WITHOUT_CDR: Source = { table: 'outcomes', where: 'without_cdr' };
/**
 * Read from the timeline, because an index on the state of outcomes would slow down every
 * settlement.
 */
const REJECTED: Source = {
  table: 'attempts',
  where: `step IN ('rejected', 'resolved')`,
  distinct: true,
};

/** @param from the id after which the page begins, in the direction of the list */
export async function scanOf(
  db: Db,
  filter: DocumentFilter,
  { from, direction }: { from: number | undefined; direction: Direction },
): Promise<Scan> {
  const range = idRange(filter);
  const ascending = direction === 'ASC';
  const first = ascending ? Math.max(range.from, (from ?? 0) + 1) : range.from;
  const last = ascending ? range.before : Math.min(range.before, from ?? range.before);
  const values: unknown[] = [first, last];
  const bind = bindTo(values);
  const clients = await clientIdsOf(db, filter);
  const searched = clients
    ? clientsArm(clients, direction, bind)
    : searchArm(filter, direction, bind);
  if (!searched) {
    const source = sourceOf(filter);
    const { depth = DEPTH } = source;
    const isOpenOf = source === OPEN && filter.scope !== EVERY_BUSINESS;
    const text = isOpenOf ? openOf(bind(filter.scope), direction) : arm(source, direction);
    return { text, values, direction, depth };
  }
  const known = await searchableTo(db);
  // in ascending order the newest documents come last
  const newest = ascending ? 0 : await countNewest(db, known, last);
  const depth = newest + (clients ? OF_CLIENTS_DEPTH : DEPTH);
  const text = withNewest(searched, { direction, known: bind(known), depth });
  return { text, values, direction, depth };
}

/** The clients that match the filter; undefined when it names none, or too many match. */
async function clientIdsOf(db: Db, filter: DocumentFilter): Promise<number[] | undefined> {
  const { scope, clientDocument: document, clientWords: words } = filter;
  if (!document && !words?.length) return undefined;
  const ids = await findClientIds(db, { scope, document, words, limit: MAX_CLIENTS + 1 });
  return ids.length > MAX_CLIENTS ? undefined : ids;
}

/** Makes the query on the search index up to the last document in it. */
type SearchArm = (known: string) => string;

const clientsArm =
  (ids: readonly number[], direction: Direction, bind: Bind): SearchArm =>
  (known) => {
    const source = {
      table: 'document_search',
      where: `client_id = k.client AND ${known}`,
      depth: OF_CLIENTS_DEPTH,
    };
    return `SELECT s.* FROM unnest(${bind(ids)}::int[]) AS k (client)
      CROSS JOIN LATERAL (${arm(source, direction)}) AS s`;
  };

function searchArm(
  filter: DocumentFilter,
  direction: Direction,
  bind: Bind,
): SearchArm | undefined {
  const { total, scope } = filter;
  const table = 'document_search';
  if (total && total.least === total.most)
    return (known) =>
      arm({ table, where: `total = ${bind(total.least)}::numeric AND ${known}` }, direction);
  if (scope === EVERY_BUSINESS || sourceOf(filter) !== DOCUMENTS) return undefined;
  return (known) => arm({ table, where: `business_id = ${bind(scope)} AND ${known}` }, direction);
}

function sourceOf({ state, reason, dueBy }: DocumentFilter): Source {
  if (state === 'review') return REVIEW;
  if (state === 'rejected') return REJECTED;
  if (state === 'without_cdr') return WITHOUT_CDR;
  return state === 'open' || state === 'pending' || reason || dueBy ? OPEN : DOCUMENTS;
}

/**
 * The pending documents of one business, from two indexes: one has those in review, the other the
 * rest.
 */
function openOf(business: string, direction: Direction): string {
  const own = ['IS NULL', 'IS NOT NULL'].map((which) =>
    arm({ ...OPEN, where: `business_id = ${business} AND review_reason ${which}` }, direction),
  );
  return `SELECT id, business_id FROM (${own.map((each) => `(${each})`).join(' UNION ALL ')})
    AS own ORDER BY id ${direction} LIMIT ${OPEN_DEPTH}`;
}

/** The query on one source, for ids from $1 to below $2. */
function arm(source: Source, direction: Direction): string {
  const { table, id = 'document_id', where, depth = DEPTH, distinct } = source;
  const conditions = [where, `${id} >= $1`, `${id} < $2`].filter(Boolean).join(' AND ');
  return `SELECT ${distinct ? `DISTINCT ON (${id}) ` : ''}${id} AS id, business_id FROM ${table}
    WHERE ${conditions} ORDER BY ${id} ${direction} LIMIT ${depth}`;
}

/** Counts the documents that the search index does not have yet, up to a limit. */
async function countNewest(db: Db, known: number, before: number): Promise<number> {
  const { rows } = await poolOf(db).query<{ count: number }>({
    name: 'count_not_searchable',
    text: `SELECT count(*)::int FROM (
      SELECT FROM documents WHERE id > $1 AND id < $2 LIMIT ${NEWEST}) AS d`,
    values: [known, before],
  });
  return rows[0]?.count ?? 0;
}

/** Adds the documents that the search index does not have yet to its query. */
function withNewest(
  searched: SearchArm,
  { direction, known, depth }: { direction: Direction; known: string; depth: number },
): string {
  const newest = arm({ ...DOCUMENTS, where: `id > ${known}`, depth }, direction);
  return `SELECT id, business_id FROM (
      (${searched(`document_id <= ${known}`)}) UNION ALL (${newest})) AS both_
    ORDER BY id ${direction} LIMIT ${depth}`;
}
