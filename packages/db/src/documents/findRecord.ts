/** Finds documents for their records, many in one statement. */
import type { Kind } from '@rafaga/fiscal';
import { actingFor } from '../actingFor.js';
import type { Db } from '../db.js';
import { batchedRead, type WantedDocument } from './batchedRead.js';
import {
  DOCUMENT_JSON,
  OF_DOCUMENT,
  type RawDocument,
  type RecordedDocument,
  readDocument,
} from './documents.js';

const FIND_RECORDS = `
  SELECT g.place::int, ${DOCUMENT_JSON}::text AS document
  FROM unnest($1::bigint[], $2::int[], $3::text[]) WITH ORDINALITY AS g (id, business, kind, place)
  JOIN documents d ON d.id = g.id AND d.business_id = g.business AND d.kind = g.kind
  ${OF_DOCUMENT}
  WHERE ${actingFor(4)}`;

/** Only documents that can no longer change: the authority's CDR decided them, and is stored. */
const FIND_DECIDED_RECORDS = `${FIND_RECORDS}
  AND r.state = 'finished' AND EXISTS (SELECT FROM outcomes
    WHERE document_id = d.id AND state IS NOT NULL AND evidence IN ('cdr', 'cdr_query'))
  AND EXISTS (SELECT FROM files WHERE document_id = d.id AND kind = 'cdr')`;

interface Row {
  place: number;
  document: string;
}

const COLUMNS = [
  ({ id }: WantedDocument) => id,
  ({ businessId }: WantedDocument) => businessId,
  ({ kind }: WantedDocument) => kind,
];

const batchOf = (name: string, text: string) =>
  batchedRead({ name, text, columns: COLUMNS, read: ({ document }: Row) => document });

const findBatch = batchOf('find_records', FIND_RECORDS);
const findDecidedBatch = batchOf('find_decided_records', FIND_DECIDED_RECORDS);

/**
 * Finds the JSON of a record, for `readRecord`. The text is the same as long as the document does
 * not change.
 * @returns undefined for an unknown id, another kind or another business
 */
export const findRecordJson = (
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<string | undefined> => findBatch(db, { businessId, kind, id });

/**
 * Finds the JSON only of a document that can no longer change: a replica may then be asked.
 * @returns undefined otherwise
 */
export const findDecidedRecordJson = (
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<string | undefined> => findDecidedBatch(db, { businessId, kind, id });

export const readRecord = (json: string): RecordedDocument =>
  readDocument(JSON.parse(json) as RawDocument);

/** Finds the record itself; see `findRecordJson`. */
export async function findRecord(
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<RecordedDocument | undefined> {
  const json = await findRecordJson(db, businessId, kind, id);
  return json === undefined ? undefined : readRecord(json);
}
