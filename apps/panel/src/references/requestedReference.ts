/** The reference that the path names, within the user's own businesses. */
import {
  type DocumentSummary,
  findSummary,
  findTraceparents,
  openDocument,
  type StoredDocument,
  type TimelineRow,
  timeline,
} from '@rafaga/db';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

export interface ReferenceDetails {
  found: DocumentSummary;
  document: StoredDocument;
  history: TimelineRow[];
  /** The document's trace; absent where it is not traced. */
  trace?: { id: string; sampled: boolean };
}

export async function requestedReference({
  deps,
  user,
  param,
}: AuthenticatedRequest): Promise<DocumentSummary> {
  const id = param('id');
  const found = /^[1-9]\d{0,15}$/.test(id) ? await findSummary(deps.db, Number(id)) : undefined;
  if (!found || (user.businessId !== null && user.businessId !== found.businessId))
    throw notFound();
  return found;
}

export async function requestedDetails(request: AuthenticatedRequest): Promise<ReferenceDetails> {
  const found = await requestedReference(request);
  const { db } = request.deps;
  const [document, history, traceparents] = await Promise.all([
    openDocument(db, found.documentId),
    timeline(db, found.documentId),
    findTraceparents(db, [found.documentId]),
  ]);
  if (!document) throw notFound();
  const traceparent = traceparents.get(found.documentId);
  return { found, document, history, ...(traceparent && { trace: traceOf(traceparent) }) };
}

/** @param traceparent as W3C writes it: version, trace, span and flags */
function traceOf(traceparent: string): { id: string; sampled: boolean } {
  const [, id = '', , flags] = traceparent.split('-');
  return { id, sampled: flags === '01' };
}
