/**
 * Seeing at a glance whether all is well: one sentence, four tiles, what stands still, what runs
 * out.
 */
import {
  countStuck,
  listProposals,
  MOST_COUNTED,
  type PendingProposal,
  type Vitals,
} from '@rafaga/db';
import { STUCK } from '@rafaga/operations';
import type { ComponentChildren, VNode } from 'preact';
import { type Answer, page, type Signed } from '../edge/visit.js';
import { takeFacts } from '../health/facts.js';
import { salud } from '../health/salud.js';
import { type Wrong, wrongOf } from '../health/wrong.js';
import { Empty, type Mood, Note, Table, Tag } from '../html/bits.js';
import { ago, clock, count, many } from '../html/formats.js';
import { inWords } from '../html/proposalNote.js';
import { Spark } from '../html/spark.js';
import { StuckTag } from '../html/states.js';
import { may } from '../people/roles.js';
import { placeOf } from './proposals.js';

export async function home(visit: Signed): Promise<Answer> {
  const { deps, now, person } = visit;
  const { vitals, queues, silent } = await takeFacts(deps);
  // what PostgreSQL does not tell in time is not asked for again and again
  const [stuck, proposals, businesses] = silent
    ? [[], [], 1]
    : await Promise.all([
        countStuck(deps.db),
        listProposals(deps.db, { limit: 20 }),
        deps.db.prisma.business.count(),
      ]);
  const own = deps.conditions.list();
  const verdict = salud({ vitals, queues, silent, own, restoring: deps.restoring(), now });
  const wrong = wrongOf(vitals.processes, vitals.at, own);
  const stale = verdict.mood === 'calm';
  const perMinute = (values: readonly number[]) =>
    values.slice(-6, -1).reduce((sum, value) => sum + value, 0) / 5;
  return page(
    'Inicio',
    <>
      <h1>Inicio</h1>
      <div data-live="10">
        <Note mood={verdict.mood} title={`${verdict.word.toUpperCase()}: ${verdict.sentence}`}>
          <p>
            {verdict.more} {verdict.to && <a href={verdict.to.path}>{verdict.to.label}</a>}
          </p>
        </Note>
        {wrong.length > 0 && <WrongList wrong={wrong} now={now} />}
        {businesses === 0 && (
          <Empty>
            Aún no hay comprobantes.{' '}
            {may(person.role, 'businesses.create') ? (
              <a href="/negocios/nuevo">Configura tu primer negocio</a>
            ) : (
              'Falta crear el primer negocio'
            )}
            .
          </Empty>
        )}
        <ul class="tiles">
          <Tile
            stale={stale}
            title="Emisión"
            mood="good"
            word="recibe"
            big={`${rate(perMinute(vitals.issued))} por minuto`}
            spark={vitals.issued}
          >
            {vitals.lastIssued ? `última hace ${ago(vitals.lastIssued, now)}` : 'todavía ninguna'}
          </Tile>
          <Tile
            stale={stale}
            title="Envío a SUNAT"
            mood={vitals.unreachable > 0 ? 'warn' : 'good'}
            word={vitals.unreachable > 0 ? 'espera' : 'bien'}
            big={`${rate(perMinute(vitals.settled))} por minuto`}
            spark={vitals.settled}
          >
            {vitals.lastSettled
              ? `última respuesta a las ${clock(vitals.lastSettled)}`
              : 'todavía ninguna respuesta'}
          </Tile>
          <Tile
            stale={stale}
            title="Cola"
            mood={
              queues
                ? queues.emit.paused
                  ? 'warn'
                  : queues.emit.workers === 0
                    ? 'bad'
                    : 'good'
                : 'warn'
            }
            word={
              queues
                ? queues.emit.paused
                  ? 'en pausa'
                  : queues.emit.workers === 0
                    ? 'sin procesadores'
                    : 'bien'
                : 'sin Redis'
            }
            big={`${vitals.open + vitals.review >= MOST_COUNTED ? `${count(MOST_COUNTED)} o más` : count(vitals.open)} en espera`}
          >
            {vitals.oldest ? `el más antiguo, hace ${ago(vitals.oldest, now)}` : 'nada espera'}
            <br />
            {queues
              ? many(queues.emit.workers, 'procesador', 'procesadores')
              : 'no se sabe cuántos procesadores hay'}
          </Tile>
          <Tile
            stale={stale}
            title="Archivos"
            mood={vitals.withoutCdr > 0 ? 'warn' : 'good'}
            word={vitals.withoutCdr > 0 ? 'por revisar' : 'bien'}
            big={`${count(vitals.withoutCdr)} sin CDR`}
          >
            aceptados en 7 días cuya constancia no llegó
          </Tile>
        </ul>
        {proposals.length > 0 && <Proposals visit={visit} proposals={proposals} />}
        <h2>Referencias detenidas</h2>
        {silent ? (
          <Empty>No se sabe en este momento.</Empty>
        ) : stuck.length === 0 ? (
          <Empty>No hay referencias detenidas.</Empty>
        ) : (
          <Table
            caption="Por motivo"
            quiet
            head={['Qué pasa', 'Cuántas', 'La más antigua', '']}
            rows={stuck.map(({ reason, count: found, oldest }) => [
              <StuckTag reason={reason} />,
              count(found),
              <span class="number">hace {ago(oldest, now)}</span>,
              <a href={`/referencias?ver=detenidas&motivo=${reason}`}>
                Ver<span class="unseen">: {STUCK[reason]}</span>
              </a>,
            ])}
          />
        )}
        <Expiring certificates={vitals.certificates} urgent={vitals.urgent} />
        <p class="hint">
          Actualizado a las {clock(vitals.at)}.<span data-live-age />
        </p>
      </div>
      <button type="button" class="button quiet" data-live-toggle hidden>
        Pausar la actualización
      </button>
    </>,
  );
}

const rate = (value: number): string =>
  value >= 10 || value === 0 ? count(Math.round(value)) : value.toFixed(1);

/** What is old is shown, and says nothing of how things are. */
function Tile(props: {
  stale: boolean;
  title: string;
  mood: Mood;
  word: string;
  big: string;
  spark?: readonly number[];
  children: ComponentChildren;
}): VNode {
  const { stale, title, mood, word, big, spark, children } = props;
  return (
    <li class="tile">
      <h2>
        {title} <Tag mood={stale ? 'calm' : mood}>{stale ? 'sin datos' : word}</Tag>
      </h2>
      <p class="big">{big}</p>
      <p class="hint">{children}</p>
      {spark && <Spark values={spark} label={`${title}, últimos ${spark.length} minutos`} />}
    </li>
  );
}

/** Everything that is wrong, also what is not the worst. */
const WrongList = ({ wrong, now }: { wrong: readonly Wrong[]; now: Date }): VNode => (
  <Table
    caption="Qué anda mal ahora"
    quiet
    head={['Qué pasa', 'Qué hacer', 'Hace', 'Lo dice']}
    rows={wrong.map(({ text, remedy, since, mood, names }) => [
      <Tag mood={mood}>{text}</Tag>,
      <span class="wide">{remedy ?? ''}</span>,
      <span class="number">{ago(since, now)}</span>,
      <span class="wide">{names.join(', ')}</span>,
    ])}
  />
);

/** What waits for a second person. */
const Proposals = ({
  visit: { now, person },
  proposals,
}: {
  visit: Signed;
  proposals: readonly PendingProposal[];
}): VNode => (
  <>
    <h2>Esperan a una segunda persona</h2>
    <Table
      caption="Propuestas por aprobar"
      quiet
      head={['Propuesta', 'Negocio', 'La hizo', 'Hace']}
      rows={proposals.map((each) => [
        <a href={placeOf(each)}>{inWords(each)}</a>,
        each.legalName,
        each.proposedBy === person.id ? 'tú' : each.proposer,
        <span class="number">{ago(each.proposedAt, now)}</span>,
      ])}
    />
  </>
);

const AND = new Intl.ListFormat('es', { type: 'conjunction' });

function Expiring({
  certificates: { expired, month },
  urgent,
}: Pick<Vitals, 'certificates' | 'urgent'>): VNode | null {
  if (expired + month + urgent === 0) return null;
  const told = [
    urgent > 0 && `hoy termina el plazo de ${many(urgent, 'comprobante', 'comprobantes')}`,
    expired > 0 && many(expired, 'certificado vencido', 'certificados vencidos'),
    month > 0 && `${many(month, 'certificado vence', 'certificados vencen')} en menos de 30 días`,
  ];
  return (
    <p>
      <strong>Vence pronto:</strong> {AND.format(told.filter((each) => each !== false))}.{' '}
      {urgent > 0 && <a href="/referencias?ver=pendientes">Ver los pendientes</a>}{' '}
      {expired + month > 0 && <a href="/negocios">Ver los negocios</a>}
    </p>
  );
}
