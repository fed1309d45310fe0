/** GET /v1/{kind}/{id}: the record of a document, with the authority's result. */
import { type DocumentRecord, queryBody, Refusal } from '@rafaga/contract';
import { findDocument, type StoredDocument } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import { inTime } from '../edge/deadline.js';
import type { Handler } from '../handler.js';
import { documentId } from './documentId.js';

/** The same 404 for a document of another business, of another kind, or none. */
export const record =
  ({ db }: Deps, kind: Kind): Handler =>
  async (req, res) => {
    const document = await inTime(
      res,
      findDocument(db, res.locals.caller.business.id, kind, documentId(req)),
    );
    if (!document) throw new Refusal('document_unknown');
    sendJson(res, 200, JSON.stringify(queryBody(recordOf(document))));
  };

function recordOf({
  reference,
  outcome,
  totals,
  warnings,
  ...document
}: StoredDocument): DocumentRecord {
  return {
    ...document,
    // as issue.ts stored them
    totals: totals as DocumentRecord['totals'],
    warnings: warnings as DocumentRecord['warnings'],
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
