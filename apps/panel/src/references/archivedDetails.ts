/** What a reference's page shows of a document whose month is detached: read from its bundle. */
import { type ArchivedDocument, createArchiveReader } from '@rafaga/archive';
import type { DocumentSummary, Resolution, TimelineRow } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

/**
 * Undefined for a document that is not archived, or not of the user's business: no other bundle is
 * read, which would be slower and could fail.
 */
export async function archivedDetails({ deps, scope }: AuthenticatedRequest, id: number) {
  const archived = await createArchiveReader(deps.db, deps.files).find(id, { scope });
  if (!archived) return undefined;
  const { document, bundle } = archived;
  const history = archived.attempts.map(({ at, step, ...rest }) => ({
    ...rest,
    step: step as TimelineRow['step'],
    at: new Date(at),
  }));
  return { found: summaryOf(archived, history), document, history, bundle };
}

/** As the database gave it before: nothing is pending of it. */
function summaryOf(
  { document, withoutCdr }: ArchivedDocument,
  history: readonly TimelineRow[],
): DocumentSummary {
  const { businessId, ruc, environment, kind, series, number, total, currency } = document;
  const { reference, client, outcome, issueDate, createdAt } = document;
  const evidence = outcome?.evidence ?? null;
  return {
    documentId: document.id,
    businessId,
    ruc,
    environment,
    kind,
    series,
    number,
    total,
    currency,
    issueDate,
    createdAt,
    reference: reference.key,
    referenceState: reference.state,
    clientDocument: client.document,
    clientName: client.name,
    state: outcome?.state ?? null,
    code: outcome?.code ?? null,
    description: outcome?.description ?? null,
    withoutCdr,
    evidence,
    resolution: (evidence ?? 'person') === 'person' ? resolutionOf(history) : null,
    emission: null,
  };
}

function resolutionOf(history: readonly TimelineRow[]): Resolution | null {
  const detail = history.findLast(({ step }) => step === 'resolved')?.detail;
  return (detail?.split(':')[0] as Resolution | undefined) ?? null;
}
