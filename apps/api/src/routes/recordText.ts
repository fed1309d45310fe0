/**
 * Renders the record of a document as JSON; a long one waits its turn, so that it delays no other.
 */
import type { DocumentRecord } from '@rafaga/contract';
import type { RecordedDocument } from '@rafaga/db';
import type { Turns } from '../edge/turns.js';

/** This many lines take less than half a millisecond. */
const SHORT = 50;

/** @param body makes the object to render */
export async function recordText(
  turns: Turns,
  document: RecordedDocument,
  body: (record: DocumentRecord) => object,
): Promise<string> {
  if (document.sale.lines.length > SHORT)
    await new Promise<void>((resolve) => turns.next(document.businessId, resolve));
  return JSON.stringify(body(recordOf(document)));
}

function recordOf(document: RecordedDocument): DocumentRecord {
  const { id, environment, ruc, kind, series, number, createdAt, sale } = document;
  const { reference, outcome } = document;
  // no spread first: after one, V8 makes a hidden class for each object
  return {
    id,
    environment,
    ruc,
    kind,
    series,
    number,
    createdAt,
    sale,
    // the JSON as issue.ts stored it
    totals: document.totals as DocumentRecord['totals'],
    warnings: document.warnings as DocumentRecord['warnings'],
    reference: {
      key: reference.key,
      state: reference.state === 'review' ? 'in_review' : 'finished',
    },
    fiscal: {
      state: outcome?.state ?? 'pending',
      code: outcome?.code ?? null,
      description: outcome?.description ?? null,
      notes: outcome?.notes ?? [],
    },
    evidence: outcome?.evidence ?? null,
    cdrSignature: outcome?.cdrSignature ?? null,
    digest: outcome?.signature?.digest ?? null,
    qr: outcome?.signature?.qr ?? null,
    sentAt: outcome?.sentAt ?? null,
  };
}
