/** Calls the database function issue_batch with named arguments. */
import type pg from 'pg';
import { type ColumnTable, columnValues } from '../columnTable.js';
import type { QueuedDocument } from './documentQueue.js';
import type { StoredReference } from './references.js';

/** The result of one document; `place` is its position in the batch, from 1. */
export interface IssueRow extends Pick<StoredReference, 'hash' | 'state' | 'answer'> {
  place: number;
  result:
    | 'issued'
    | 'stored'
    | 'series_closed'
    | 'series_exhausted'
    | 'number_taken'
    | 'number_far';
  id: string;
  number: number;
  request: string;
  /** The environment, as the API names it. */
  environment: string | null;
}

/** The array arguments, with one element for each document. */
const COLUMNS: ColumnTable<QueuedDocument> = {
  businesses: ['int', ({ document }) => document.businessId],
  kinds: ['text', ({ document }) => document.kind],
  series_codes: ['text', ({ document }) => document.series],
  chosen: ['int', ({ document }) => document.number ?? null],
  keys: ['text', ({ document }) => document.reference],
  hashes: ['bytea', ({ document }) => document.hash],
  issue_dates: ['date', ({ document }) => document.issueDate],
  currencies: ['text', ({ document }) => document.currency],
  client_types: ['text', ({ document }) => document.client.documentType],
  clients: ['text', ({ document }) => document.client.document],
  client_names: ['text', ({ document }) => document.client.name],
  amounts: ['numeric', ({ document }) => document.total],
  warnings: ['json', ({ document }) => document.warnings],
  requests: ['text', ({ document }) => document.requestId],
  deadlines: ['date', ({ document }) => document.deadline],
};

/** How long after its batch a document becomes due: the batch is committed and enqueued before. */
const GRACE = '5 seconds';

/**
 * Separates the answers in one text: JSON has no control characters, and the answers' placeholders
 * are other ones.
 */
const BETWEEN = '\u0004';

const FIRST = 2;
const AFTER_COLUMNS = FIRST + Object.keys(COLUMNS).length;
const ARGUMENTS = [
  'patience => $1',
  `grace => '${GRACE}'`,
  ...Object.entries(COLUMNS).map(([name, [type]], i) => `${name} => $${FIRST + i}::${type}[]`),
  `sales => $${AFTER_COLUMNS}`,
  `totals => $${AFTER_COLUMNS + 1}`,
  `answers => string_to_array($${AFTER_COLUMNS + 2}, E'\\x04')`,
];

const ISSUE_BATCH = `SELECT * FROM issue_batch(${ARGUMENTS.join(', ')})`;

/** Also stores the traces of the issued documents, in the same transaction. */
const ISSUE_TRACED = `
  WITH done AS MATERIALIZED (${ISSUE_BATCH}),
  traced AS (
    INSERT INTO document_traces (document_id, traceparent)
    SELECT done.id, t.traceparent
    FROM done JOIN unnest($${AFTER_COLUMNS + 3}::text[]) WITH ORDINALITY AS t (traceparent, place)
      ON t.place = done.place
    WHERE done.result = 'issued' AND t.traceparent IS NOT NULL)
  SELECT * FROM done`;

const isTraced = ({ document }: QueuedDocument): boolean => document.traceparent !== undefined;

/**
 * @param lockMs how long the call waits for the lock of another call
 * @param withinMs how long the whole call may take
 */
export function issueBatch(
  client: pg.PoolClient,
  batch: readonly QueuedDocument[],
  { lockMs, withinMs }: { lockMs: number; withinMs: number },
): Promise<pg.QueryResult<IssueRow>> {
  const traced = batch.some(isTraced);
  return client.query<IssueRow>({
    ...(traced
      ? { name: 'issue_traced', text: ISSUE_TRACED }
      : { name: 'issue_batch', text: ISSUE_BATCH }),
    query_timeout: withinMs,
    values: [
      `${lockMs}ms`,
      ...columnValues(COLUMNS, batch),
      // each as one text: in an array of texts every quotation mark would be escaped and unescaped
      `[${batch.map(({ document }) => document.sale)}]`,
      `[${batch.map(({ document }) => document.totals)}]`,
      batch.map(({ document }) => document.answer).join(BETWEEN),
      ...(traced ? [batch.map(({ document }) => document.traceparent ?? null)] : []),
    ],
  } as pg.QueryConfig);
}
