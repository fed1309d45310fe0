/** Pausing and resuming a queue; a pause needs a reason, which the page of the queues shows. */

import { countBacklog, pauseQueue as keepPause, resumeQueue as removePause } from '@rafaga/db';
import { many } from '@rafaga/operations';
import { type QueueName, setPaused } from '@rafaga/queue';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/components.js';
import { confirmationFaults, confirmPage } from '../html/confirmPage.js';
import { hasFaults } from '../html/formPage.js';
import { pendingOf } from './backlog.js';
import { QUEUE_NAMES, requestedQueue } from './queueNames.js';

export const pausePage = (request: AuthenticatedRequest): Promise<PageResponse> =>
  showPauseForm(request, requestedQueue(request));

async function showPauseForm(
  request: AuthenticatedRequest,
  queue: QueueName,
  faults?: Faults,
): Promise<PageResponse> {
  const { stops, goesOn } = EFFECT[queue];
  const waiting = queue === 'emit' ? pendingOf(await countBacklog(request.deps.db)) : 0;
  return confirmPage(
    request,
    {
      title: `Pausar la cola de ${QUEUE_NAMES[queue].toLowerCase()}`,
      back: { href: '/colas', label: 'Colas' },
      stops: [
        stops,
        ...(waiting > 0
          ? [`Ahora ${many(waiting, 'comprobante espera', 'comprobantes esperan')}.`]
          : []),
      ],
      goesOn,
      button: 'Pausar',
    },
    faults,
  );
}

const TAKEN = 'Los procesadores terminan lo que tienen, y nada se pierde.';

/** What a pause stops, and what it does not. */
const EFFECT: Readonly<Record<QueueName, { stops: string; goesOn: readonly string[] }>> = {
  emit: {
    stops:
      'Ningún comprobante de ningún negocio se envía a SUNAT, hasta que alguien la reanude: ' +
      'esperan, y sus plazos siguen corriendo.',
    goesOn: ['Las cajas siguen emitiendo: la API responde 201.', TAKEN],
  },
  print: {
    stops: 'Los PDF de todos los negocios dejan de dibujarse por adelantado.',
    goesOn: ['Cada PDF se dibuja al descargarlo.', 'El envío a SUNAT sigue.', TAKEN],
  },
};

export async function pauseQueue(request: AuthenticatedRequest): Promise<PageResponse> {
  const queue = requestedQueue(request);
  const faults = confirmationFaults(request);
  if (hasFaults(faults)) return showPauseForm(request, queue, faults);
  const { deps, by } = request;
  const keep = () => keepPause(deps.db, by(request.form.text('motivo')), queue);
  if (queue === 'emit') {
    await keep();
    // without Redis too, no document is claimed from here on
    await setPaused(deps.redisServers, queue, { paused: true }).catch(() => undefined);
  } else {
    await setInRedis(request, queue, { paused: true });
    await keep();
  }
  return redirectWithNotice('/colas', 'cola_pausada');
}

export async function resumeQueue(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, by } = request;
  const queue = requestedQueue(request);
  await setInRedis(request, queue, { paused: false });
  await removePause(deps.db, by(), queue);
  // a worker that read the pause before may have paused Redis since
  await setInRedis(request, queue, { paused: false }, 'repite Reanudar cuando responda.');
  return redirectWithNotice('/colas', 'cola_reanudada');
}

/** @throws PageRefusal when Redis does not answer */
async function setInRedis(
  { deps }: AuthenticatedRequest,
  queue: QueueName,
  state: { paused: boolean },
  then = 'la cola no cambió.',
): Promise<void> {
  try {
    await setPaused(deps.redisServers, queue, state);
  } catch {
    throw new PageRefusal(503, `Redis no responde: ${then}`);
  }
}
