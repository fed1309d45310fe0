/** Pausing and resuming a queue; a pause needs a reason, which the page of the queues shows. */
import { recordAct } from '@rafaga/db';
import { type QueueName, setPaused } from '@rafaga/queue';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { QUEUE_NAMES, requestedQueue } from './queueNames.js';

const MIN_REASON = 5;
const MAX_REASON = 1_000;

export const pausePage = (request: AuthenticatedRequest): PageResponse =>
  showPauseForm(request, requestedQueue(request), {});

function showPauseForm(
  request: AuthenticatedRequest,
  queue: QueueName,
  faults: Faults,
): PageResponse {
  const title = `Pausar la cola de ${QUEUE_NAMES[queue].toLowerCase()}`;
  return formPage(
    title,
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <p class="crumbs">
        <a href="/colas">Colas</a>
      </p>
      <h1>{title}</h1>
      <p>
        Los procesadores terminan lo que tienen y no toman más. Nada se pierde: {EFFECT[queue]}.
      </p>
      <Form request={request}>
        <Field
          name="motivo"
          label="¿Por qué?"
          hint="Lo verá quien la encuentre en pausa."
          value={request.form.text('motivo')}
          faults={faults}
        />
        <div class="row">
          <Button tone="danger">Pausar</Button>
          <a href="/colas">Volver</a>
        </div>
      </Form>
    </div>,
  );
}

const EFFECT: Readonly<Record<QueueName, string>> = {
  emit: 'lo que se emita espera para enviarse a SUNAT, y sus plazos siguen corriendo',
  print: 'los PDF se dibujan al descargarlos',
};

export async function pauseQueue(request: AuthenticatedRequest): Promise<PageResponse> {
  const queue = requestedQueue(request);
  const reason = request.form.text('motivo');
  if (reason.length < MIN_REASON || reason.length > MAX_REASON)
    return showPauseForm(request, queue, {
      motivo: 'Di por qué, en 5 caracteres o más: quien la encuentre en pausa lo necesita.',
    });
  await changePause(request, queue, true, reason);
  return redirectWithNotice('/colas', 'cola_pausada');
}

export async function resumeQueue(request: AuthenticatedRequest): Promise<PageResponse> {
  await changePause(request, requestedQueue(request), false);
  return redirectWithNotice('/colas', 'cola_reanudada');
}

async function changePause(
  { deps, by }: AuthenticatedRequest,
  queue: QueueName,
  paused: boolean,
  reason?: string,
): Promise<void> {
  try {
    await setPaused(deps.redisUrl, queue, paused);
  } catch {
    throw new PageRefusal(503, 'Redis no responde: la cola no cambió.');
  }
  await recordAct(deps.db, by(reason), {
    action: paused ? 'queue.pause' : 'queue.resume',
    after: { queue },
  });
}
