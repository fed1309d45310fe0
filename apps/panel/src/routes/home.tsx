/** Seeing at a glance whether all is well: one sentence, four tiles, what stands still, what runs out. */
import { countStuck, listProposals, MOST_COUNTED, type WaitingProposal } from '@rafaga/db';
import { STUCK } from '@rafaga/operations';
import type { ComponentChildren, VNode } from 'preact';
import { type Answer, page, type Signed } from '../edge/visit.js';
import { takeFacts } from '../health/facts.js';
import { salud } from '../health/salud.js';
import { Empty, type Mood, Note, Table, Tag } from '../html/bits.js';
import { ago, clock, count, many } from '../html/formats.js';
import { inWords } from '../html/proposalNote.js';
import { Spark } from '../html/spark.js';
import { StuckTag } from '../html/states.js';
import { may } from '../people/roles.js';

export async function home(visit: Signed): Promise<Answer> {
  const { deps, now, person } = visit;
  const [{ vitals, queues }, stuck, proposals, businesses] = await Promise.all([
    takeFacts(deps),
    countStuck(deps.db),
    listProposals(deps.db, { limit: 20 }),
    deps.db.prisma.business.count(),
  ]);
  const verdict = salud({ vitals, queues, now });
  const perMinute = (values: readonly number[]) => values.slice(-6, -1).reduce((sum, value) => sum + value, 0) / 5;
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
          <Tile title="Emisión" mood="good" word="recibe" big={`${rate(perMinute(vitals.issued))} por minuto`} spark={vitals.issued}>
            {vitals.lastIssued ? `última hace ${ago(vitals.lastIssued, now)}` : 'todavía ninguna'}
          </Tile>
          <Tile
            title="Envío a SUNAT"
            mood={vitals.unreachable > 0 ? 'warn' : 'good'}
            word={vitals.unreachable > 0 ? 'espera' : 'bien'}
            big={`${rate(perMinute(vitals.settled))} por minuto`}
            spark={vitals.settled}
          >
            {vitals.lastSettled ? `última respuesta a las ${clock(vitals.lastSettled)}` : 'todavía ninguna respuesta'}
          </Tile>
          <Tile
            title="Cola"
            mood={queues ? (queues.emit.paused ? 'warn' : queues.emit.workers === 0 ? 'bad' : 'good') : 'warn'}
            word={queues ? (queues.emit.paused ? 'en pausa' : queues.emit.workers === 0 ? 'sin procesadores' : 'bien') : 'sin Redis'}
            big={`${vitals.open + vitals.review >= MOST_COUNTED ? `${count(MOST_COUNTED)} o más` : count(vitals.open)} en espera`}
          >
            {vitals.oldest ? `el más antiguo, hace ${ago(vitals.oldest, now)}` : 'nada espera'}
            <br />
            {queues ? many(queues.emit.workers, 'procesador', 'procesadores') : 'no se sabe cuántos procesadores hay'}
          </Tile>
          <Tile
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
        {stuck.length === 0 ? (
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
                Ver {found === 1 ? 'la' : `las ${count(found)}`}
                <span class="unseen"> {STUCK[reason]}</span>
              </a>,
            ])}
          />
        )}
        <Expiring vitals={vitals.certificates} />
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

const rate = (value: number): string => (value >= 10 || value === 0 ? count(Math.round(value)) : value.toFixed(1));

function Tile(props: {
  title: string;
  mood: Mood;
  word: string;
  big: string;
  spark?: readonly number[];
  children: ComponentChildren;
}): VNode {
  const { title, mood, word, big, spark, children } = props;
  return (
    <li class="tile">
      <h2>
        {title} <Tag mood={mood}>{word}</Tag>
      </h2>
      <p class="big">{big}</p>
      <p class="hint">{children}</p>
      {spark && <Spark values={spark} label={`${title}, últimos ${spark.length} minutos`} />}
    </li>
  );
}

/** What waits for a second person. */
const Proposals = ({ visit: { now, person }, proposals }: { visit: Signed; proposals: readonly WaitingProposal[] }): VNode => (
  <>
    <h2>Esperan a una segunda persona</h2>
    <Table
      caption="Propuestas por aprobar"
      quiet
      head={['Propuesta', 'Negocio', 'La hizo', 'Hace']}
      rows={proposals.map((each) => [
        <a href={each.what.action === 'document.resolve' ? `/referencias/${each.what.documentId}` : `/negocios/${each.ruc}/series`}>
          {inWords(each)}
        </a>,
        each.legalName,
        each.proposedBy === person.id ? 'tú' : each.proposer,
        <span class="number">{ago(each.proposedAt, now)}</span>,
      ])}
    />
  </>
);

function Expiring({ vitals: { expired, month } }: { vitals: { expired: number; month: number } }): VNode | null {
  if (expired + month === 0) return null;
  const told = [
    expired > 0 && many(expired, 'certificado vencido', 'certificados vencidos'),
    month > 0 && `${many(month, 'certificado vence', 'certificados vencen')} en menos de 30 días`,
  ];
  return (
    <p>
      <strong>Vence pronto:</strong> {told.filter(Boolean).join(' y ')}. <a href="/negocios">Ver los negocios</a>
    </p>
  );
}
