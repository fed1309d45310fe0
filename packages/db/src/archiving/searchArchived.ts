/** Finds documents of detached months by whole reference, number, id or client. */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';
import { findClientIds } from '../search/clients.js';
import { wordsOf } from '../search/searchName.js';
import { idIn, numberIn } from '../support/searchedText.js';
import { detachedMonths } from './detachedMonths.js';

export interface FoundArchived {
  documentId: number;
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  /** 'YYYY-MM' */
  month: string;
  /** Whether the searched text is its whole reference. */
  isReference: boolean;
}

/**
 * Each part reads an index. The index of numbers begins with the business, so that a number is
 * looked up for each series that exists.
 */
const IDS = `
  SELECT document_id FROM "references"
    WHERE key = $3 AND ($1::int IS NULL OR business_id = $1)
  UNION ALL SELECT $4::bigint
  UNION ALL SELECT n.document_id FROM series s CROSS JOIN LATERAL (
      SELECT document_id FROM archived_documents
      WHERE business_id = s.business_id AND series = s.code AND number = $6 OFFSET 0) AS n
    WHERE s.code = $5::char(4) AND s.last_number >= $6
      AND ($7::text IS NULL OR s.business_id = (SELECT id FROM businesses WHERE ruc = $7))
      AND ($1::int IS NULL OR s.business_id = $1)
  UNION ALL SELECT c.document_id FROM unnest($8::int[]) AS k (client) CROSS JOIN LATERAL (
      SELECT document_id FROM document_search WHERE client_id = k.client
        AND document_id < (SELECT max(to_id) FROM document_months WHERE detached_at IS NOT NULL)
        AND EXISTS (SELECT FROM document_months m WHERE m.detached_at IS NOT NULL
          AND document_id >= m.from_id AND document_id < m.to_id)
      ORDER BY document_id DESC LIMIT $2) AS c`;

/** A name that more clients have is too common to search by. */
const MAX_NAMED = 20;
/** A document number has one client for each business and each name that was given with it. */
const MAX_WITH_DOCUMENT = 1_000;

/** Finds archived documents, the newest first, without those that the database still has. */
export async function searchArchived(
  db: Db,
  text: string,
  { scope, limit }: { scope: Scope; limit: number },
): Promise<FoundArchived[]> {
  if ((await detachedMonths(db, { scope })).length === 0) return [];
  const { ruc, series, digits } = numberIn(text) ?? {};
  const clients = await clientsOf(db, text, scope);
  const { rows } = await poolOf(db).query<FoundArchived>({
    name: 'search_archived',
    text: `SELECT a.document_id AS "documentId", b.ruc, a.kind, a.series, a.number, p.month,
        EXISTS (SELECT FROM "references" r WHERE r.key = $3 AND r.business_id = a.business_id
          AND r.document_id = a.document_id) AS "isReference"
      FROM archived_documents a
      JOIN archive_bundles p ON p.id = a.bundle_id
      JOIN businesses b ON b.id = a.business_id
      WHERE a.document_id = ANY (ARRAY(${IDS})) AND ($1::int IS NULL OR a.business_id = $1)
        AND NOT EXISTS (SELECT FROM documents d WHERE d.id = a.document_id)
      ORDER BY a.document_id DESC LIMIT $2`,
    values: [
      scopeParameter(scope),
      limit,
      text,
      idIn(text) ?? null,
      series ?? null,
      digits === undefined ? null : Number(digits),
      ruc ?? null,
      clients,
    ],
  });
  return rows.map(({ documentId, ...rest }) => ({ ...rest, documentId: Number(documentId) }));
}

/** The clients with this document, or else with this name; none when too many have the name. */
async function clientsOf(db: Db, text: string, scope: Scope): Promise<number[]> {
  const isDocument = /^(?=.*\d)[A-Za-z0-9-]+$/.test(text);
  const document = { document: text, scope, limit: MAX_WITH_DOCUMENT };
  const ids = isDocument ? await findClientIds(db, document) : [];
  if (ids.length > 0 || /^[\d-]+$/.test(text)) return ids;
  const named = { words: wordsOf(text), scope, limit: MAX_NAMED + 1 };
  const ofName = await findClientIds(db, named);
  return ofName.length > MAX_NAMED ? [] : ofName;
}
