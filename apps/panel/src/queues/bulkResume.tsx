/**
 * Setting many going again: a plan, one first to see that it helps, then the others, so many at a
 * press. Not pressing again is the cancel: nothing runs on behind the page, and what was resumed
 * already goes its ordinary way.
 */
import {
  type DocumentSummary,
  findBusiness,
  findSummary,
  listStuckDocuments,
  type ReviewReason,
  resumeDocument,
  type StuckDocument,
  type StuckReason,
  timeline,
} from '@rafaga/db';
import { explain, REVIEW, STUCK } from '@rafaga/operations';
import type { VNode } from 'preact';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { ActionButton, DescriptionList, Empty, Note, Table } from '../html/components.js';
import { ago, count, many } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';

const BATCH = 200;
const PLAN = 1_000;
/** Named on the page. */
const NAMED = 10;
/** What a resume helps; the others wait for a person, a business or nothing. */
export const RESUMABLE: readonly StuckReason[] = ['untouched', 'unanswered', 'slow'];

interface Plan {
  /** What the address and the form say again. */
  asked: { motivo: string; codigo: string; ruc: string };
  cause: string;
  stuck: StuckDocument[];
  canary: DocumentSummary | undefined;
}

async function planOf(
  request: AuthenticatedRequest,
  read: (name: string) => string,
): Promise<Plan> {
  const { db } = request.deps;
  const asked = { motivo: read('motivo'), codigo: read('codigo'), ruc: read('ruc') };
  const inReview = Object.hasOwn(REVIEW, asked.motivo);
  if (!inReview && !RESUMABLE.includes(asked.motivo as StuckReason)) throw notFound();
  const business = /^\d{11}$/.test(asked.ruc) ? await findBusiness(db, asked.ruc) : null;
  if (asked.ruc !== '' && !business) throw notFound();
  const which = inReview
    ? {
        reason: 'review' as const,
        review: { reason: asked.motivo as ReviewReason, code: asked.codigo || null },
      }
    : { reason: asked.motivo as StuckReason };
  const stuck = await listStuckDocuments(db, { ...which, businessId: business?.id, limit: PLAN });
  const cause = inReview
    ? REVIEW[asked.motivo as ReviewReason]
    : STUCK[asked.motivo as StuckReason];
  return { asked, cause, stuck, canary: await canaryOf(request, read('prueba')) };
}

/** The one that was resumed first, if that is true. */
async function canaryOf(
  { deps: { db } }: AuthenticatedRequest,
  id: string,
): Promise<DocumentSummary | undefined> {
  const found = /^[1-9]\d{0,15}$/.test(id) ? await findSummary(db, Number(id)) : undefined;
  const resumed =
    found && (await timeline(db, found.documentId)).some(({ step }) => step === 'resumed');
  return resumed ? found : undefined;
}

/** Why the others are not resumed yet, or undefined. */
function blockedBy(canary: DocumentSummary | undefined): string | undefined {
  if (!canary) return 'Empieza con una de prueba, y mira cómo termina.';
  if (canary.state) return undefined;
  return canary.emission?.stage === 'review'
    ? 'La de prueba volvió a revisión: así volverían las demás. Corrige primero la causa y ' +
        'prueba con otra.'
    : 'La de prueba todavía no termina: espera a verla.';
}

export const operationPage = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  showPlan(request, await planOf(request, request.query));

function showPlan(request: AuthenticatedRequest, plan: Plan, result?: VNode): PageResponse {
  const { asked, cause, stuck, canary } = plan;
  const { now, user } = request;
  const hidden = { ...asked, prueba: canary ? String(canary.documentId) : '' };
  const obstacle = blockedBy(canary);
  return page(
    'Reanudar en bloque',
    <>
      <p class="crumbs">
        <a href="/colas">Colas</a>
      </p>
      <h1>Reanudar en bloque</h1>
      {result}
      <DescriptionList
        rows={[
          ['Causa', cause],
          ['Código', asked.codigo],
          ['Negocio', asked.ruc],
          [
            'Detenidas por esto',
            stuck.length >= PLAN ? `${count(PLAN)} o más` : count(stuck.length),
          ],
        ]}
      />
      {canary && (
        <div data-live="5">
          <Note
            severity={
              canary.state === 'accepted'
                ? 'good'
                : canary.state || canary.emission?.stage === 'review'
                  ? 'warn'
                  : 'calm'
            }
            title={`La de prueba: ${canary.key}`}
          >
            <p>
              {explain(canary, now).happened}{' '}
              <a href={`/referencias/${canary.documentId}`}>Ver su línea de tiempo</a>
            </p>
          </Note>
        </div>
      )}
      {stuck.length === 0 ? (
        <Empty>No queda ninguna.</Empty>
      ) : (
        <>
          <p>
            El plan: a cada una se le pregunta primero a SUNAT, si alguna vez se envió y hay con qué
            preguntar, y solo se vuelve a enviar lo que SUNAT no tiene. Ninguna se resuelve por
            reanudarla: lo que no se pruebe vuelve a su revisión. Primero una de prueba; cuando
            termina bien, las demás de a {BATCH}, de la más antigua a la más nueva. Para cancelar,
            no sigas: nada continúa por su cuenta.
          </p>
          <Table
            caption={stuck.length > NAMED ? `Las primeras ${NAMED}` : 'Cuáles'}
            head={['Referencia', 'Comprobante', 'Negocio', 'Hace']}
            rows={stuck.slice(0, NAMED).map((each) => [
              <a class="wide" href={`/referencias/${each.documentId}`}>
                {each.reference}
              </a>,
              <span class="number">
                {each.series}-{each.number}
              </span>,
              each.legalName,
              <span class="number">{ago(each.since, now)}</span>,
            ])}
          />
          {isPermitted(user.role, 'queues.act') && (
            <>
              {obstacle && <p>{obstacle}</p>}
              <div class="row">
                {obstacle && (
                  <ActionButton
                    request={request}
                    action="/operaciones"
                    label="Reanudar una de prueba"
                    hidden={{ ...hidden, cuantas: 'una' }}
                  />
                )}
                {!obstacle && (
                  <ActionButton
                    request={request}
                    action="/operaciones"
                    label={`Reanudar ${count(Math.min(BATCH, stuck.length))}`}
                    hidden={{ ...hidden, cuantas: 'lote' }}
                  />
                )}
                <a href="/colas">Cancelar</a>
              </div>
            </>
          )}
        </>
      )}
    </>,
  );
}

export async function runOperation(request: AuthenticatedRequest): Promise<PageResponse> {
  const plan = await planOf(request, request.form.text);
  return request.form.text('cuantas') === 'lote'
    ? runBatch(request, plan)
    : runCanary(request, plan);
}

async function runCanary(
  request: AuthenticatedRequest,
  { asked, cause, stuck }: Plan,
): Promise<PageResponse> {
  for (const { documentId } of stuck) {
    // one that a worker has just taken is no canary: the next
    if (await resumeDocument(request.deps.db, request.by(`de prueba: ${cause}`), documentId))
      return redirect(
        `/operaciones?${new URLSearchParams({ ...asked, prueba: String(documentId) })}`,
      );
  }
  throw new PageRefusal(409, 'No queda ninguna que reanudar.');
}

async function runBatch(request: AuthenticatedRequest, plan: Plan): Promise<PageResponse> {
  const obstacle = blockedBy(plan.canary);
  if (obstacle) throw new PageRefusal(409, obstacle);
  const chosen = plan.stuck.slice(0, BATCH);
  const resumed = new Set<number>();
  for (const { documentId } of chosen)
    if (await resumeDocument(request.deps.db, request.by(`en bloque: ${plan.cause}`), documentId))
      resumed.add(documentId);
  const rest = { ...plan, stuck: plan.stuck.filter(({ documentId }) => !resumed.has(documentId)) };
  return showPlan(
    request,
    rest,
    <Note
      severity="good"
      title={`${many(resumed.size, 'reanudada', 'reanudadas')} de ${count(chosen.length)}`}
    >
      <p>Las que vuelvan a detenerse aparecen otra vez aquí.</p>
    </Note>,
  );
}
