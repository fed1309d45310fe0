/**
 * The queues: what waits and why, as PostgreSQL knows it and as Redis holds it; who works; their
 * pause, with who wanted it and why.
 */
import {
  audit,
  type Backlog,
  type Cause,
  countBacklog,
  countCauses,
  lastQueueActs,
  listHolders,
  listProcesses,
  type QueueAct,
  type ReviewReason,
  type WaitClass,
} from '@rafaga/db';
import { REVIEW, STAGE, WAITING } from '@rafaga/operations';
import { QUEUE, type QueueCounts, type QueueName, setPaused } from '@rafaga/queue';
import type { VNode } from 'preact';
import { type Answer, done, notFound, page, Refused, type Signed } from '../edge/visit.js';
import { divergence } from '../health/divergence.js';
import { queuesOf } from '../health/facts.js';
import { wrongOf } from '../health/wrong.js';
import {
  Act,
  Button,
  Empty,
  Facts,
  FaultList,
  type Faults,
  Field,
  Form,
  Note,
  Table,
  Tag,
} from '../html/bits.js';
import { ago, clock, count, many, moment } from '../html/formats.js';
import { Processes } from '../html/processes.js';
import { may } from '../people/roles.js';

const NAMES: Readonly<Record<QueueName, string>> = { emit: 'Emisión', print: 'Impresión' };

export async function queuesPage(visit: Signed): Promise<Answer> {
  const { deps, now, person } = visit;
  const [backlog, causes, holders, acts, { at, processes }, queues] = await Promise.all([
    countBacklog(deps.db),
    countCauses(deps.db),
    listHolders(deps.db),
    lastQueueActs(deps.db),
    listProcesses(deps.db),
    queuesOf(deps),
  ]);
  const open = backlog.recorded + backlog.signed + backlog.sending;
  const wrong = wrongOf(processes, at, deps.conditions.list());
  return page(
    'Colas',
    <>
      <h1>Colas</h1>
      <div data-live="10">
        {!queues && (
          <Note mood="warn" title="Redis no responde">
            <p>Mostramos lo que sabe PostgreSQL. Emitir no depende de Redis.</p>
          </Note>
        )}
        {wrong.map(({ text, remedy, mood, names }) => (
          <Note mood={mood} title={text}>
            <p>
              {remedy && `${remedy}. `}Lo {names.length === 1 ? 'dice' : 'dicen'}:{' '}
              {names.join(', ')}.
            </p>
          </Note>
        ))}
        {queues?.emit.workers === 0 && open > 0 && (
          <Note mood="bad" title="Ningún procesador atiende la cola de emisión">
            <p>Hay {many(open, 'comprobante', 'comprobantes')} por enviar.</p>
          </Note>
        )}
        <h2>Lo que falta, según PostgreSQL</h2>
        {open + backlog.review === 0 ? (
          <Empty>Nada pendiente.</Empty>
        ) : (
          <Facts
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
          <Jobs visit={visit} queues={queues} backlog={backlog} acts={acts} />
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
                  {may(person.role, 'queues.act') ? 'Reanudar en bloque' : 'Ver el plan'}
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

const causeOf = ({ stage, reason }: Cause): string => {
  if (!reason) return 'en su turno';
  return stage === 'review' ? REVIEW[reason as ReviewReason] : WAITING[reason as WaitClass];
};

function Jobs(props: {
  visit: Signed;
  queues: Record<QueueName, QueueCounts>;
  backlog: Backlog;
  acts: readonly QueueAct[];
}): VNode {
  const { visit, queues, backlog, acts } = props;
  const act = may(visit.person.role, 'queues.act');
  const { ready, ringing, mood, text } = divergence(backlog, queues.emit);
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
            paused ? <Tag mood="warn">en pausa</Tag> : <Tag mood="good">en marcha</Tag>,
            count(waiting),
            count(active),
            count(workers),
            <LastAct act={acts.find(({ queue }) => queue === name)} />,
            act ? <Lever visit={visit} name={name} paused={paused} /> : '',
          ];
        })}
      />
      <h2>¿Coinciden?</h2>
      <Table
        caption="Emisión: lo que sabe PostgreSQL y lo que avisa Redis"
        quiet
        head={['', 'PostgreSQL', 'Redis']}
        rows={[
          ['Por tomar', count(ready), count(ringing)],
          ['En manos de un procesador', count(backlog.held), count(queues.emit.active)],
        ]}
      />
      <p>
        <Tag mood={mood}>{mood === 'good' ? 'sí' : 'difieren'}</Tag> {text}
      </p>
    </>
  );
}

const LastAct = ({ act }: { act: QueueAct | undefined }): VNode | null =>
  act ? (
    <span class="wide">
      {act.paused ? 'Pausada' : 'Reanudada'} por {act.actor.replace(/^panel:/, '')} el{' '}
      {moment(act.at)}
      {act.reason && `: «${act.reason}»`}
    </span>
  ) : null;

const Lever = ({
  visit,
  name,
  paused,
}: {
  visit: Signed;
  name: QueueName;
  paused: boolean;
}): VNode => {
  const about = `la cola de ${NAMES[name].toLowerCase()}`;
  return paused ? (
    <Act
      visit={visit}
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

const LEAST_REASON = 5;

export const pausePage = (visit: Signed): Answer => askPause(visit, named(visit), {});

const askPause = (visit: Signed, name: QueueName, faults: Faults): Answer =>
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
      <Form visit={visit}>
        <Field
          name="motivo"
          label="¿Por qué?"
          hint="Lo verá quien la encuentre en pausa."
          value={visit.form.text('motivo')}
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

function named(visit: Signed): QueueName {
  const name = visit.param('cola');
  if (!Object.hasOwn(NAMES, name)) throw notFound();
  return name as QueueName;
}

export async function pauseQueue(visit: Signed): Promise<Answer> {
  const name = named(visit);
  const reason = visit.form.text('motivo');
  if (reason.length < LEAST_REASON || reason.length > 1_000)
    return askPause(visit, name, {
      motivo: 'Di por qué, en 5 caracteres o más: quien la encuentre en pausa lo necesita.',
    });
  await set(visit, name, true, reason);
  return done('/colas', 'cola_pausada');
}

export async function resumeQueue(visit: Signed): Promise<Answer> {
  await set(visit, named(visit), false);
  return done('/colas', 'cola_reanudada');
}

async function set(
  visit: Signed,
  name: QueueName,
  paused: boolean,
  reason?: string,
): Promise<void> {
  try {
    await setPaused(visit.deps.redisUrl, name, paused);
  } catch {
    throw new Refused(503, 'Redis no responde: la cola no cambió.');
  }
  await audit(visit.deps.db.prisma, visit.by(reason), {
    action: paused ? 'queue.pause' : 'queue.resume',
    after: { queue: name },
  });
}
