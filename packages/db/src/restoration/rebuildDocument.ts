/**
 * Writes the rows of a document that a restored database lacks. Existing rows are not changed, so
 * that the step may run again.
 */
import type pg from 'pg';
import type { Db } from '../db.js';
import { statement } from '../namedParameters.js';
import { SEARCH_AGAIN } from '../search/fillDocumentSearch.js';
import { COUNT_EARLIER } from '../statistics/rollUp.js';
import { inRebuild, insertNote } from './rebuildTransaction.js';
import type { RebuildResult, RecoveredDocument, RecoveredExchange } from './recovered.js';
import { takeOver } from './resumeExchange.js';

/** Writes the document, its reference and its counter, and its outcome if the files have it. */
export function rebuildDocument(
  db: Db,
  lost: RecoveredDocument,
  found?: RecoveredExchange,
): Promise<RebuildResult> {
  return inRebuild(db, async (client) => {
    const { ruc, environment = null } = lost;
    const { rows } = await client.query<Issuing>(selectIssuing({ ruc, environment }));
    if (!rows[0]) return { is: 'no_business', environment: '' };
    const row = toRow(lost, rows[0]);
    await client.query(raiseSeries(row));
    const written = await client.query(insertDocument(row));
    if (written.rowCount === 0) return unwritten(client, row);
    await client.query(insertReference(row));
    await client.query(SEARCH_AGAIN, [row.id]);
    await client.query(COUNT_EARLIER, [row.id]);
    await client.query(insertEmission(row));
    await client.query(insertNote(noteOf(row)));
    if (found) await takeOver(client, lost.id, found);
    return { is: 'rebuilt', environment: row.environment };
  });
}

async function unwritten(
  client: pg.PoolClient,
  { id, environment }: DocumentRow,
): Promise<RebuildResult> {
  const known = await client.query('SELECT FROM documents WHERE id = $1', [id]);
  return { is: known.rowCount === 0 ? 'number_taken' : 'known', environment };
}

interface Issuing {
  businessId: number;
  environment: string;
  destination: string;
}

/**
 * The endpoint to which the business sends documents of that environment; a custom address counts
 * only for the environment that the business is in.
 */
const selectIssuing = statement<{ ruc: string; environment: string | null }>(
  'rebuild_issuing',
  `SELECT id AS "businessId", coalesce(:environment, environment) AS environment,
      CASE WHEN coalesce(:environment, environment) <> environment THEN :environment
        WHEN authority = 'custom' THEN bill_url ELSE authority END AS destination
    FROM businesses WHERE ruc = :ruc`,
);

type DocumentRow = ReturnType<typeof toRow>;

const toRow = (lost: RecoveredDocument, issuing: Issuing) => ({
  ...lost,
  ...issuing,
  clientDocumentType: lost.client.documentType,
  clientDocument: lost.client.document,
  clientName: lost.client.name,
  sale: JSON.stringify(lost.sale),
  totals: JSON.stringify(lost.totals),
  warnings: lost.warnings == null ? null : JSON.stringify(lost.warnings),
});

const noteOf = ({ id, businessId }: DocumentRow) => ({
  documentId: id,
  businessId,
  step: 'resumed',
  code: null,
  detail: 'reconstruido del diario de lo emitido',
});

const raiseSeries = statement<DocumentRow>(
  'rebuild_series',
  `INSERT INTO series (business_id, environment, kind, code, last_number)
    VALUES (:businessId, :environment, :kind, :series, :number)
    ON CONFLICT (business_id, environment, code) DO UPDATE
      SET last_number = greatest(series.last_number, excluded.last_number)`,
);

const insertDocument = statement<DocumentRow>(
  'rebuild_document',
  `INSERT INTO documents (id, business_id, environment, kind, series, number, reference, issue_date,
      currency, client_document_type, client_document, client_name, total, sale, totals, warnings,
      answer, request_id, created_at)
    SELECT :id, :businessId, :environment::text, :kind::text, :series::text, :number::int,
      :reference, :issueDate, :currency, :clientDocumentType, :clientDocument, :clientName, :total,
      :sale, :totals, :warnings, :answer, :requestId, :createdAt
    WHERE NOT number_issued(:businessId, :kind::text, :series::text, :environment::text,
      :number::int)
    ON CONFLICT DO NOTHING`,
);

const insertReference = statement<DocumentRow>(
  'rebuild_reference',
  `INSERT INTO "references" (business_id, key, hash, document_id, created_at)
    VALUES (:businessId, :reference, :hash, :id, :createdAt) ON CONFLICT DO NOTHING`,
);

const insertEmission = statement<DocumentRow>(
  'rebuild_emission',
  `INSERT INTO emissions (document_id, business_id, deadline, created_at, destination)
    VALUES (:id, :businessId, :deadline, :createdAt, :destination)`,
);
