/**
 * The queues: what waits and why, as PostgreSQL knows it and as Redis holds it; who works; their
 * pause, with who wanted it and why.
 */
import {
  audit,
  type Backlog,
  countBacklog,
  countPendingCauses,
  listLeaseHolders,
  listProcesses,
  listQueueActions,
  type PendingCause,
  type QueueAction,
  type ReviewReason,
  type WaitClass,
} from '@rafaga/db';
import { REVIEW, STAGE, WAITING } from '@rafaga/operations';
import { QUEUE, type QueueCounts, type QueueName, setPaused } from '@rafaga/queue';
import type { VNode } from 'preact';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirectWithNotice } from '../edge/pageResponse.js';
import { systemProblems } from '../health/systemProblems.js';
import { queueCounts } from '../health/systemStats.js';
import {
  ActionButton,
  Button,
  DescriptionList,
  Empty,
  FaultList,
  type Faults,
  Field,
  Form,
  Note,
  Table,
  Tag,
} from '../html/components.js';
import { ago, clock, count, many, moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { divergence } from './divergence.js';
import { Processes } from './processes.js';

const NAMES: Readonly<Record<QueueName, string>> = { emit: 'Emisión', print: 'Impresión' };

export async function queuesPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now, user } = request;
  const [backlog, causes, holders, acts, { at, processes }, queues] = await Promise.all([
    countBacklog(deps.db),
    countPendingCauses(deps.db),
    listLeaseHolders(deps.db),
    listQueueActions(deps.db),
    listProcesses(deps.db),
    queueCounts(deps),
  ]);
  const open = backlog.recorded + backlog.signed + backlog.sending;
  const wrong = systemProblems(processes, at, deps.conditions.list());
  return page(
    'Colas',
    <>
      <h1>Colas</h1>
      <div data-live="10">
        {!queues && (
          <Note severity="warn" title="Redis no responde">
            <p>Mostramos lo que sabe PostgreSQL. Emitir no depende de Redis.</p>
          </Note>
        )}
        {wrong.map(({ text, remedy, severity, reporters }) => (
          <Note severity={severity} title={text}>
            <p>
              {remedy && `${remedy}. `}Lo {reporters.length === 1 ? 'dice' : 'dicen'}:{' '}
              {reporters.join(', ')}.
            </p>
          </Note>
        ))}
        {queues?.emit.workers === 0 && open > 0 && (
          <Note severity="bad" title="Ningún procesador atiende la cola de emisión">
            <p>Hay {many(open, 'comprobante', 'comprobantes')} por enviar.</p>
          </Note>
        )}
        <h2>Lo que falta, según PostgreSQL</h2>
        {open + backlog.review === 0 ? (
          <Empty>Nada pendiente.</Empty>
        ) : (
          <DescriptionList
            rows={[
              ['Registrados, sin firmar', count(backlog.recorded)],
              ['Firmados, sin enviar', count(backlog.signed)],
              ['Enviados, sin respuesta', count(backlog.sending)],
              ['En manos de un procesador', count(backlog.held)],
              ['En espera de su hora', count(backlog.waiting)],
              ['De negocios en pausa', count(backlog.paused)],
              ['En revisión', count(backlog.review)],
              ['El más antiguo', backlog.oldest && `hace ${ago(backlog.oldest, now)}`],
            ]}
          />
        )}
        <h2>Los avisos, según Redis</h2>
        {queues ? (
          <Jobs request={request} queues={queues} backlog={backlog} acts={acts} />
        ) : (
          <Empty>Sin datos de Redis.</Empty>
        )}
        <h2>Por qué esperan</h2>
        {causes.length === 0 ? (
          <Empty>Nada espera.</Empty>
        ) : (
          <Table
            caption="Agrupados por causa, lo más numeroso primero"
            quiet
            head={['Etapa', 'Causa', 'Código', 'Cuántos', 'El más antiguo', '']}
            rows={causes.map((cause) => [
              STAGE[cause.stage as keyof typeof STAGE],
              <span class="wide">{causeOf(cause)}</span>,
              cause.code ?? '',
              count(cause.count),
              <span class="number">hace {ago(cause.oldest, now)}</span>,
              cause.stage === 'review' ? (
                <a href={`/operaciones?motivo=${cause.reason}&codigo=${cause.code ?? ''}`}>
                  {isPermitted(user.role, 'queues.act') ? 'Reanudar en bloque' : 'Ver el plan'}
                  <span class="unseen"> los de {causeOf(cause)}</span>
                </a>
              ) : (
                ''
              ),
            ])}
          />
        )}
        <h2 id="procesos">Procesos</h2>
        <Processes processes={processes} holders={holders} now={at} />
        <p class="hint">
          Actualizado a las {clock(now)}.<span data-live-age />
        </p>
      </div>
    </>,
  );
}

const causeOf = ({ stage, reason }: PendingCause): string => {
  if (!reason) return 'en su turno';
  return stage === 'review' ? REVIEW[reason as ReviewReason] : WAITING[reason as WaitClass];
};

function Jobs(props: {
  request: AuthenticatedRequest;
  queues: Record<QueueName, QueueCounts>;
  backlog: Backlog;
  acts: readonly QueueAction[];
}): VNode {
  const { request, queues, backlog, acts } = props;
  const act = isPermitted(request.user.role, 'queues.act');
  const { ready, queued, severity, text } = divergence(backlog, queues.emit);
  return (
    <>
      <Table
        caption="Trabajos por cola"
        quiet
        head={['Cola', 'Estado', 'En cola', 'En curso', 'Procesadores', 'Lo último', '']}
        rows={Object.values(QUEUE).map((name) => {
          const { waiting, active, workers, paused } = queues[name];
          return [
            NAMES[name],
            paused ? <Tag severity="warn">en pausa</Tag> : <Tag severity="good">en marcha</Tag>,
            count(waiting),
            count(active),
            count(workers),
            <LastAct act={acts.find(({ queue }) => queue === name)} />,
            act ? <PauseControl request={request} name={name} paused={paused} /> : '',
          ];
        })}
      />
      <h2>¿Coinciden?</h2>
      <Table
        caption="Emisión: lo que sabe PostgreSQL y lo que avisa Redis"
        quiet
        head={['', 'PostgreSQL', 'Redis']}
        rows={[
          ['Por tomar', count(ready), count(queued)],
          ['En manos de un procesador', count(backlog.held), count(queues.emit.active)],
        ]}
      />
      <p>
        <Tag severity={severity}>{severity === 'good' ? 'sí' : 'difieren'}</Tag> {text}
      </p>
    </>
  );
}

const LastAct = ({ act }: { act: QueueAction | undefined }): VNode | null =>
  act ? (
    <span class="wide">
      {act.paused ? 'Pausada' : 'Reanudada'} por {act.actor.replace(/^panel:/, '')} el{' '}
      {moment(act.at)}
      {act.reason && `: «${act.reason}»`}
    </span>
  ) : null;

const PauseControl = ({
  request,
  name,
  paused,
}: {
  request: AuthenticatedRequest;
  name: QueueName;
  paused: boolean;
}): VNode => {
  const about = `la cola de ${NAMES[name].toLowerCase()}`;
  return paused ? (
    <ActionButton
      request={request}
      action={`/colas/${name}/reanudar`}
      label="Reanudar"
      about={about}
      tone="quiet"
    />
  ) : (
    <a class="button quiet" href={`/colas/${name}/pausar`}>
      Pausar<span class="unseen"> {about}</span>
    </a>
  );
};

const MIN_REASON = 5;

export const pausePage = (request: AuthenticatedRequest): PageResponse =>
  askPause(request, named(request), {});

const askPause = (request: AuthenticatedRequest, name: QueueName, faults: Faults): PageResponse =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Pausar la cola de ` +
      `${NAMES[name].toLowerCase()}`,
    <div class="narrow">
      <FaultList faults={faults} />
      <p class="crumbs">
        <a href="/colas">Colas</a>
      </p>
      <h1>Pausar la cola de {NAMES[name].toLowerCase()}</h1>
      <p>
        Los procesadores terminan lo que tienen y no toman más. Nada se pierde:{' '}
        {name === 'emit'
          ? 'lo que se emita espera para enviarse a SUNAT, y sus plazos siguen corriendo'
          : 'los PDF se dibujan al descargarlos'}
        .
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
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );

function named(request: AuthenticatedRequest): QueueName {
  const name = request.param('cola');
  if (!Object.hasOwn(NAMES, name)) throw notFound();
  return name as QueueName;
}

export async function pauseQueue(request: AuthenticatedRequest): Promise<PageResponse> {
  const name = named(request);
  const reason = request.form.text('motivo');
  if (reason.length < MIN_REASON || reason.length > 1_000)
    return askPause(request, name, {
      motivo: 'Di por qué, en 5 caracteres o más: quien la encuentre en pausa lo necesita.',
    });
  await set(request, name, true, reason);
  return redirectWithNotice('/colas', 'cola_pausada');
}

export async function resumeQueue(request: AuthenticatedRequest): Promise<PageResponse> {
  await set(request, named(request), false);
  return redirectWithNotice('/colas', 'cola_reanudada');
}

async function set(
  request: AuthenticatedRequest,
  name: QueueName,
  paused: boolean,
  reason?: string,
): Promise<void> {
  try {
    await setPaused(request.deps.redisUrl, name, paused);
  } catch {
    throw new PageRefusal(503, 'Redis no responde: la cola no cambió.');
  }
  await audit(request.deps.db.prisma, request.by(reason), {
    action: paused ? 'queue.pause' : 'queue.resume',
    after: { queue: name },
  });
}
