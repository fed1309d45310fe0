/**
 * Settles a document: writes the outcome, the CDR file and the timeline, and deletes the emission.
 */
import { batched } from '../batched.js';
import { type ColumnTable, unnestColumns } from '../columnTable.js';
import type { Db } from '../db.js';
import type { CdrSignatureColumn, EvidenceKind, KeptFile } from './emissionStates.js';
import {
  ARE_HELD,
  FENCE_COLUMNS,
  type Fence,
  LeaseLost,
  shortText,
  tracedAs,
  writeManyFenced,
} from './fence.js';

export interface Settlement {
  state: 'accepted' | 'rejected';
  evidence: EvidenceKind;
  code: string;
  description: string;
  notes: readonly { code: string; text: string }[];
  /** Absent when the authority has the document but its CDR could not be fetched. */
  cdr?: KeptFile | undefined;
  /** The state of the CDR's signature; absent without a CDR. */
  signature?: CdrSignatureColumn | undefined;
  tookMs: number;
}

interface SettlementRow {
  fence: Fence;
  settlement: Settlement;
}

const COLUMNS: ColumnTable<SettlementRow> = {
  ...FENCE_COLUMNS,
  state: ['text', ({ settlement }) => settlement.state],
  code: ['text', ({ settlement }) => settlement.code],
  description: ['text', ({ settlement }) => shortText(settlement.description)],
  notes: ['jsonb', ({ settlement }) => JSON.stringify(settlement.notes)],
  took_ms: ['int', ({ settlement }) => Math.round(settlement.tookMs)],
  cdr_hash: ['bytea', ({ settlement }) => settlement.cdr?.sha256 ?? null],
  cdr_bytes: ['int', ({ settlement }) => settlement.cdr?.bytes ?? null],
  cdr_key: ['text', ({ settlement }) => settlement.cdr?.objectKey ?? null],
  evidence: ['text', ({ settlement }) => settlement.evidence],
  signature: ['text', ({ settlement }) => settlement.signature ?? null],
};

const SETTLE = `
  WITH given AS (
    SELECT * FROM ${unnestColumns(COLUMNS, 'g', 2)}),
  held AS (
    DELETE FROM emissions e USING given g WHERE ${ARE_HELD}
      -- a database that was put back from before the signature has no outcome to settle
      AND EXISTS (SELECT FROM outcomes o
        WHERE o.document_id = e.document_id AND o.document_id = ANY ($2))
    RETURNING e.document_id, e.business_id, e.intent_at),
  outcome AS (
    UPDATE outcomes o SET state = g.state, code = g.code, description = g.description,
      notes = g.notes, settled_at = now(), sent_at = coalesce(o.sent_at, h.intent_at),
      evidence = g.evidence, cdr_signature = g.signature,
      without_cdr = g.state = 'accepted' AND g.cdr_key IS NULL
    FROM held h JOIN given g USING (document_id)
    WHERE o.document_id = h.document_id AND o.document_id = ANY ($2)),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'cdr', g.cdr_hash, g.cdr_bytes, g.cdr_key
    FROM held JOIN given g USING (document_id) WHERE g.cdr_key IS NOT NULL),
  noted AS (
    INSERT INTO attempts
      (document_id, business_id, attempt, step, code, detail, took_ms, worker)
    SELECT document_id, h.business_id, g.attempt, g.state, g.code, g.description, g.took_ms, $1
    FROM held h JOIN given g USING (document_id))
  SELECT document_id AS id FROM held`;

const settleBatch = batched<SettlementRow, boolean>(
  (db, rows) => writeManyFenced(db, rows, { name: 'settle', text: SETTLE, columns: COLUMNS }),
  { traced: tracedAs('settle') },
);

export async function settle(db: Db, fence: Fence, settlement: Settlement): Promise<void> {
  if (!(await settleBatch(db, { fence, settlement }))) throw new LeaseLost(fence);
}
