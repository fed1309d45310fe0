/** The reference that the path names, within the user's own businesses. */
import {
  type DocumentSummary,
  findSummary,
  findTraceparents,
  isInScope,
  openDocument,
  type StoredDocument,
  type TimelineRow,
  timeline,
} from '@rafaga/db';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { archivedDetails } from './archivedDetails.js';

export interface ReferenceDetails {
  found: DocumentSummary;
  document: StoredDocument;
  history: TimelineRow[];
  /** The document's trace; absent where it is not traced. */
  trace?: { id: string; sampled: boolean };
  /** The key of its bundle, where it is read from the archive. */
  bundle?: string;
}

/** One that something may be done to: its document is in the database. */
export async function requestedReference(request: AuthenticatedRequest): Promise<DocumentSummary> {
  const found = await findRequested(request, requestedId(request));
  if (!found) throw notFound();
  return found;
}

/** As `requestedReference`, with what its page shows. */
export async function requestedDetails(request: AuthenticatedRequest): Promise<ReferenceDetails> {
  return detailsOf(request, await requestedReference(request));
}

/** Also of a document that is in the archive alone. */
export async function readableDetails(request: AuthenticatedRequest): Promise<ReferenceDetails> {
  const id = requestedId(request);
  const found = await findRequested(request, id);
  const details = found ? await detailsOf(request, found) : await archivedDetails(request, id);
  if (!details) throw notFound();
  return details;
}

function requestedId({ param }: AuthenticatedRequest): number {
  const id = param('id');
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
  return Number(id);
}

async function findRequested(
  { deps, scope }: AuthenticatedRequest,
  id: number,
): Promise<DocumentSummary | undefined> {
  const found = await findSummary(deps.db, id);
  return found && isInScope(scope, found.businessId) ? found : undefined;
}

async function detailsOf(
  request: AuthenticatedRequest,
  found: DocumentSummary,
): Promise<ReferenceDetails> {
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
