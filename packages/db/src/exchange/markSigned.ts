/**
 * Records that a document is signed: from then on it can be shown, and is never signed again.
 */
import type { Issuer } from '@rafaga/fiscal';
import { batched } from '../batched.js';
import { type ColumnTable, unnestColumns } from '../columnTable.js';
import type { Db } from '../db.js';
import { stageAfter } from '../stageSql.js';
import type { KeptFile } from './emissionStates.js';
import {
  ARE_HELD,
  FENCE_COLUMNS,
  type Fence,
  LeaseLost,
  RENEW_LEASE,
  tracedAs,
  writeManyFenced,
} from './fence.js';

export interface Signed {
  issuer: Issuer;
  digest: string;
  qr: string;
  xml: KeptFile;
  zip: KeptFile;
  tookMs: number;
}

interface SignedRow {
  fence: Fence;
  signed: Signed;
  sending: boolean;
}

const COLUMNS: ColumnTable<SignedRow> = {
  ...FENCE_COLUMNS,
  sending: ['boolean', ({ sending }) => sending],
  issuer: ['jsonb', ({ signed }) => JSON.stringify(signed.issuer)],
  digest: ['text', ({ signed }) => signed.digest],
  qr: ['text', ({ signed }) => signed.qr],
  took_ms: ['int', ({ signed }) => Math.round(signed.tookMs)],
  xml_hash: ['bytea', ({ signed }) => signed.xml.sha256],
  xml_bytes: ['int', ({ signed }) => signed.xml.bytes],
  xml_key: ['text', ({ signed }) => signed.xml.objectKey],
  zip_hash: ['bytea', ({ signed }) => signed.zip.sha256],
  zip_bytes: ['int', ({ signed }) => signed.zip.bytes],
  zip_key: ['text', ({ signed }) => signed.zip.objectKey],
};

const MARK_SIGNED = `
  WITH given AS (
    SELECT * FROM ${unnestColumns(COLUMNS, 'g', 2)}),
  held AS (
    UPDATE emissions e SET
      stage = CASE WHEN g.sending THEN ${stageAfter('send', 'sending')}
        ELSE ${stageAfter('sign', 'signed')} END,
      intent_at = CASE WHEN g.sending THEN now() END, sends = e.sends + g.sending::int,
      ${RENEW_LEASE}
    FROM given g WHERE ${ARE_HELD}
    RETURNING e.document_id, e.business_id),
  outcome AS (
    INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at)
    SELECT document_id, h.business_id, g.issuer, g.digest, g.qr, now()
    FROM held h JOIN given g USING (document_id)),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'xml', g.xml_hash, g.xml_bytes, g.xml_key
    FROM held JOIN given g USING (document_id)
    UNION ALL
    SELECT document_id, 'zip', g.zip_hash, g.zip_bytes, g.zip_key
    FROM held JOIN given g USING (document_id)),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, detail, took_ms, worker)
    SELECT document_id, h.business_id, g.attempt, s.step,
      CASE s.step WHEN 'signed' THEN g.digest END, CASE s.step WHEN 'signed' THEN g.took_ms END, $1
    FROM held h JOIN given g USING (document_id)
      CROSS JOIN (VALUES (1, 'signed'), (2, 'sending')) AS s (place, step)
    WHERE s.step = 'signed' OR g.sending ORDER BY s.place)
  SELECT document_id AS id FROM held`;

const markBatch = batched<SignedRow, boolean>(
  (db, rows) =>
    writeManyFenced(db, rows, { name: 'mark_signed', text: MARK_SIGNED, columns: COLUMNS }),
  { traced: tracedAs('mark_signed') },
);

/**
 * Called after the signed bytes are in the file store.
 * @param sending whether it is about to be sent: the intent is then committed before the first byte
 * leaves
 */
export async function markSigned(
  db: Db,
  fence: Fence,
  signed: Signed,
  { sending }: { sending: boolean },
): Promise<void> {
  if (!(await markBatch(db, { fence, signed, sending }))) throw new LeaseLost(fence);
}
