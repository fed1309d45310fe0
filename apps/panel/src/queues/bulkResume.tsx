/**
 * Resuming many stuck references: a canary first, then batches, each started by a press of the
 * button. Nothing continues in the background, so that leaving the page cancels the rest.
 */
import { resumeDocument } from '@rafaga/db';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Note } from '../html/components.js';
import { count, many } from '../html/formats.js';
import { blockedBy, type ResumePlan, readPlan } from './resumePlan.js';
import { BATCH_SIZE, ResumePlanView } from './resumePlanView.js';

const TITLE = 'Reanudar en bloque';

export async function bulkResumePage(request: AuthenticatedRequest): Promise<PageResponse> {
  const plan = await readPlan(request.deps.db, request.query);
  return page(TITLE, <ResumePlanView request={request} plan={plan} />);
}

export async function bulkResume(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, form } = request;
  const plan = await readPlan(deps.db, form.text);
  return form.text('cuantas') === 'lote' ? resumeBatch(request, plan) : resumeCanary(request, plan);
}

async function resumeCanary(
  request: AuthenticatedRequest,
  { filters, cause, stuck }: ResumePlan,
): Promise<PageResponse> {
  for (const { documentId } of stuck) {
    // a document that a worker has claimed in the meantime cannot be the canary: try the next
    if (await resumeDocument(request.deps.db, request.by(`de prueba: ${cause}`), documentId))
      return redirect(
        `/operaciones?${new URLSearchParams({ ...filters, prueba: String(documentId) })}`,
      );
  }
  throw new PageRefusal(409, 'No queda ninguna que reanudar.');
}

async function resumeBatch(request: AuthenticatedRequest, plan: ResumePlan): Promise<PageResponse> {
  const obstacle = blockedBy(plan);
  if (obstacle) throw new PageRefusal(409, obstacle);
  const batch = plan.stuck.slice(0, BATCH_SIZE);
  const resumed = new Set<number>();
  for (const { documentId } of batch)
    if (await resumeDocument(request.deps.db, request.by(`en bloque: ${plan.cause}`), documentId))
      resumed.add(documentId);
  const rest = { ...plan, stuck: plan.stuck.filter(({ documentId }) => !resumed.has(documentId)) };
  const result = (
    <Note
      severity="good"
      title={`${many(resumed.size, 'reanudada', 'reanudadas')} de ${count(batch.length)}`}
    >
      <p>Las que vuelvan a detenerse aparecen otra vez aquí.</p>
    </Note>
  );
  return page(TITLE, <ResumePlanView request={request} plan={rest} result={result} />);
}
