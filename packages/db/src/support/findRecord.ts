/**
 * Finds documents for their records. Reads that arrive while a statement runs share the next one:
 * what a statement costs besides its rows is paid once for all of them.
 */
import type { Kind } from '@rafaga/fiscal';
import { actingFor, businessList } from '../actingFor.js';
import { batched } from '../batched.js';
import { type Db, poolOf } from '../db.js';
import {
  DOCUMENT_JSON,
  OF_DOCUMENT,
  type RawDocument,
  type RecordedDocument,
  readDocument,
} from './documents.js';

interface Wanted {
  businessId: number;
  kind: Kind;
  id: number;
}

const FIND_RECORDS = `
  SELECT g.place::int, ${DOCUMENT_JSON}::text AS document
  FROM unnest($1::bigint[], $2::int[], $3::text[]) WITH ORDINALITY AS g (id, business, kind, place)
  JOIN documents d ON d.id = g.id AND d.business_id = g.business AND d.kind = g.kind
  ${OF_DOCUMENT}
  WHERE ${actingFor(4)}`;

/** Of these nothing changes any more: the authority's CDR has decided them, and is stored. */
const FIND_DECIDED_RECORDS = `${FIND_RECORDS}
  AND r.state = 'finished' AND EXISTS (SELECT FROM outcomes
    WHERE document_id = d.id AND state IS NOT NULL AND evidence IN ('cdr', 'cdr_query'))
  AND EXISTS (SELECT FROM files WHERE document_id = d.id AND kind = 'cdr')`;

const batchedRead = (name: string, text: string) =>
  batched<Wanted, string | undefined>(
    async (db, wanted) => {
      const businesses = new Set(wanted.map(({ businessId }) => businessId));
      const { rows } = await poolOf(db).query<{ place: number; document: string }>({
        name,
        text,
        values: [
          wanted.map(({ id }) => id),
          wanted.map(({ businessId }) => businessId),
          wanted.map(({ kind }) => kind),
          businessList(...businesses),
        ],
      });
      const found: (string | undefined)[] = wanted.map(() => undefined);
      for (const { place, document } of rows) found[place - 1] = document;
      return found;
    },
    // two: while a connection hangs, the other goes on reading
    { paceMs: 0, maxInFlight: 2 },
  );

const findBatch = batchedRead('find_records', FIND_RECORDS);
const findDecidedBatch = batchedRead('find_decided_records', FIND_DECIDED_RECORDS);

/**
 * The JSON of a record, for `readRecord`; the same text as long as nothing of the document changes.
 * Undefined for an id that is unknown, of another kind or of another business.
 */
export const findRecordJson = (
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<string | undefined> => findBatch(db, { businessId, kind, id });

/**
 * The same for a document of which nothing changes any more, so that a replica may be asked;
 * undefined for any other.
 */
export const findDecidedRecordJson = (
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<string | undefined> => findDecidedBatch(db, { businessId, kind, id });

export const readRecord = (json: string): RecordedDocument =>
  readDocument(JSON.parse(json) as RawDocument);

/** As `findRecordJson`, read. */
export async function findRecord(
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<RecordedDocument | undefined> {
  const json = await findRecordJson(db, businessId, kind, id);
  return json === undefined ? undefined : readRecord(json);
}
