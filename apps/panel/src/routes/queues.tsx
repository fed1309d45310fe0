/** The queues: what waits and why, as PostgreSQL knows it and as Redis holds it; who works; pause, and setting many going again. */
import {
  audit,
  type Cause,
  countBacklog,
  countCauses,
  listHolders,
  listStuck,
  type ReviewReason,
  resumeDocument,
  type WaitClass,
} from '@rafaga/db';
import { REVIEW, STAGE, WAITING } from '@rafaga/operations';
import { QUEUE, type QueueCounts, type QueueName, setPaused } from '@rafaga/queue';
import type { VNode } from 'preact';
import { type Answer, done, notFound, page, Refused, type Signed } from '../edge/visit.js';
import { queuesOf } from '../health/facts.js';
import { Act, Empty, Facts, Note, Table, Tag } from '../html/bits.js';
import { ago, clock, count, many } from '../html/formats.js';
import { may } from '../people/roles.js';

const NAMES: Readonly<Record<QueueName, string>> = { emit: 'Emisión', print: 'Impresión' };

export async function queuesPage(visit: Signed): Promise<Answer> {
  const { deps, now, person } = visit;
  const [backlog, causes, holders, queues] = await Promise.all([
    countBacklog(deps.db),
    countCauses(deps.db),
    listHolders(deps.db),
    queuesOf(deps),
  ]);
  const open = backlog.recorded + backlog.signed + backlog.sending;
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
        <h2>Lo que suena, según Redis</h2>
        {queues ? <Jobs visit={visit} queues={queues} open={open} /> : <Empty>Sin datos de Redis.</Empty>}
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
              cause.stage === 'review' && may(person.role, 'queues.act') ? (
                <a href={`/operaciones?motivo=${cause.why}&codigo=${cause.code ?? ''}`}>
                  Reanudar en bloque<span class="unseen"> los de {causeOf(cause)}</span>
                </a>
              ) : (
                ''
              ),
            ])}
          />
        )}
        <h2>Procesadores</h2>
        {holders.length === 0 ? (
          <Empty>Ninguno tiene un comprobante en este momento.</Empty>
        ) : (
          <Table
            caption="Qué tiene cada procesador"
            quiet
            head={['Procesador', 'Comprobantes', 'Lo tiene hasta']}
            rows={holders.map(({ worker, documents, until }) => [worker, count(documents), <span class="number">{clock(until)}</span>])}
          />
        )}
        <p class="hint">
          Actualizado a las {clock(now)}.<span data-live-age />
        </p>
      </div>
    </>,
  );
}

const causeOf = ({ stage, why }: Cause): string => {
  if (!why) return 'en su turno';
  return stage === 'review' ? REVIEW[why as ReviewReason] : WAITING[why as WaitClass];
};

function Jobs({ visit, queues, open }: { visit: Signed; queues: Record<QueueName, QueueCounts>; open: number }): VNode {
  const act = may(visit.person.role, 'queues.act');
  const ringing = queues.emit.waiting + queues.emit.active + queues.emit.delayed;
  return (
    <>
      <Table
        caption="Trabajos por cola"
        quiet
        head={['Cola', 'Estado', 'En cola', 'En curso', 'Procesadores', '']}
        rows={Object.values(QUEUE).map((name) => {
          const { waiting, active, workers, paused } = queues[name];
          return [
            NAMES[name],
            paused ? <Tag mood="warn">en pausa</Tag> : <Tag mood="good">en marcha</Tag>,
            count(waiting),
            count(active),
            count(workers),
            act ? (
              <Act
                visit={visit}
                action={`/colas/${name}/${paused ? 'reanudar' : 'pausar'}`}
                label={paused ? 'Reanudar' : 'Pausar'}
                about={`la cola de ${NAMES[name].toLowerCase()}`}
                tone="quiet"
              />
            ) : (
              ''
            ),
          ];
        })}
      />
      {ringing > open + 1_000 && (
        <Note mood="warn" title="Redis y PostgreSQL no coinciden">
          <p>
            Redis tiene {count(ringing)} trabajos y solo faltan {count(open)} comprobantes. Sobran avisos: no hacen daño y se irán solos.
          </p>
        </Note>
      )}
    </>
  );
}

const set =
  (paused: boolean) =>
  async (visit: Signed): Promise<Answer> => {
    const name = visit.param('cola');
    if (!Object.hasOwn(NAMES, name)) throw notFound();
    try {
      await setPaused(visit.deps.redisUrl, name as QueueName, paused);
    } catch {
      throw new Refused(503, 'Redis no responde: la cola no cambió.');
    }
    await audit(visit.deps.db.prisma, visit.by(), { action: paused ? 'queue.pause' : 'queue.resume', after: { queue: name } });
    return done('/colas', paused ? 'cola_pausada' : 'cola_reanudada');
  };
export const pauseQueue = set(true);
export const resumeQueue = set(false);

/** One first, to see that it helps; then the others, so many at a press: not pressing again is the cancel. */
const CANARY = 1;
const BATCH = 200;
const PLAN = 1_000;

interface Plan {
  why: ReviewReason;
  code: string;
  ids: number[];
}

async function planOf(visit: Signed, read: (name: string) => string): Promise<Plan> {
  const why = read('motivo');
  if (!Object.hasOwn(REVIEW, why)) throw notFound();
  const code = read('codigo');
  const review = { reason: why as ReviewReason, code: code || null };
  const ids = (await listStuck(visit.deps.db, { reason: 'review', review, limit: PLAN })).map(({ documentId }) => documentId);
  return { why: why as ReviewReason, code, ids };
}

export async function operationPage(visit: Signed): Promise<Answer> {
  return showPlan(visit, await planOf(visit, visit.query));
}

function showPlan(visit: Signed, { why, code, ids }: Plan, result?: VNode): Answer {
  const hidden = { motivo: why, codigo: code };
  return page(
    'Reanudar en bloque',
    <>
      <p class="crumbs">
        <a href="/colas">Colas</a>
      </p>
      <h1>Reanudar en bloque</h1>
      {result}
      <Facts
        rows={[
          ['Causa', REVIEW[why]],
          ['Código', code],
          ['En revisión por esto', ids.length >= PLAN ? `${count(PLAN)} o más` : count(ids.length)],
        ]}
      />
      {ids.length === 0 ? (
        <Empty>No queda ninguna.</Empty>
      ) : (
        <>
          <p>
            A cada una se le pregunta primero a SUNAT, si alguna vez se envió. Empieza con una de prueba, mira cómo termina y sigue con las
            demás, de a {BATCH}. Para detenerte, no sigas.
          </p>
          <p>
            La más antigua: <a href={`/referencias/${ids[0]}`}>comprobante {ids[0]}</a>
          </p>
          <div class="row">
            <Act visit={visit} action="/operaciones" label="Reanudar una de prueba" hidden={{ ...hidden, cuantas: 'una' }} tone="quiet" />
            <Act
              visit={visit}
              action="/operaciones"
              label={`Reanudar ${count(Math.min(BATCH, ids.length))}`}
              hidden={{ ...hidden, cuantas: 'lote' }}
            />
          </div>
        </>
      )}
    </>,
  );
}

export async function runOperation(visit: Signed): Promise<Answer> {
  const { deps, form } = visit;
  const plan = await planOf(visit, form.text);
  const chosen = plan.ids.slice(0, form.text('cuantas') === 'lote' ? BATCH : CANARY);
  const resumed: number[] = [];
  for (const id of chosen) if (await resumeDocument(deps.db, visit.by(`en bloque: ${REVIEW[plan.why]}`), id)) resumed.push(id);
  const rest = { ...plan, ids: plan.ids.filter((id) => !resumed.includes(id)) };
  return showPlan(
    visit,
    rest,
    <Note mood="good" title={`${many(resumed.length, 'reanudada', 'reanudadas')} de ${count(chosen.length)}`}>
      {resumed[0] !== undefined && (
        <p>
          Mira cómo va <a href={`/referencias/${resumed[0]}`}>la primera</a> antes de seguir.
        </p>
      )}
    </Note>,
  );
}
