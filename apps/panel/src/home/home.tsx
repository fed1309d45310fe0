/**
 * Seeing at a glance whether all is well: one sentence, four tiles, what stands still, what runs
 * out.
 */
import {
  countStuckDocuments,
  listProposals,
  MAX_COUNTED,
  type PendingProposal,
  type SystemStats,
} from '@rafaga/db';
import { STUCK } from '@rafaga/operations';
import type { ComponentChildren, VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { healthSummary } from '../health/healthSummary.js';
import { type SystemProblem, systemProblems } from '../health/systemProblems.js';
import { systemStats } from '../health/systemStats.js';
import { Empty, Note, type Severity, Table, Tag } from '../html/components.js';
import { ago, clock, count, many } from '../html/formats.js';
import { StuckTag } from '../html/states.js';
import { proposalText } from '../proposals/proposalNote.js';
import { decisionPath } from '../proposals/proposals.js';
import { isPermitted } from '../users/permissions.js';
import { Sparkline } from './sparkline.js';

export async function home(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now, user } = request;
  const { stats, queues, stale } = await systemStats(deps);
  // what PostgreSQL does not tell in time is not asked for again and again
  const [stuck, proposals, businesses] = stale
    ? [[], [], 1]
    : await Promise.all([
        countStuckDocuments(deps.db),
        listProposals(deps.db, { limit: 20 }),
        deps.db.prisma.business.count(),
      ]);
  const own = deps.conditions.list();
  const verdict = healthSummary({ stats, queues, stale, own, restoring: deps.restoring(), now });
  const wrong = systemProblems(stats.processes, stats.at, own);
  const unknown = verdict.severity === 'calm';
  const perMinute = (values: readonly number[]) =>
    values.slice(-6, -1).reduce((sum, value) => sum + value, 0) / 5;
  return page(
    'Inicio',
    <>
      <h1>Inicio</h1>
      <div data-live="10">
        <Note
          severity={verdict.severity}
          title={`${verdict.word.toUpperCase()}: ${verdict.sentence}`}
        >
          <p>
            {verdict.detail} {verdict.link && <a href={verdict.link.path}>{verdict.link.label}</a>}
          </p>
        </Note>
        {wrong.length > 0 && <WrongList wrong={wrong} now={now} />}
        {businesses === 0 && (
          <Empty>
            Aún no hay comprobantes.{' '}
            {isPermitted(user.role, 'businesses.create') ? (
              <a href="/negocios/nuevo">Configura tu primer negocio</a>
            ) : (
              'Falta crear el primer negocio'
            )}
            .
          </Empty>
        )}
        <ul class="tiles">
          <Tile
            unknown={unknown}
            title="Emisión"
            severity="good"
            word="recibe"
            big={`${rate(perMinute(stats.issued))} por minuto`}
            spark={stats.issued}
          >
            {stats.lastIssued ? `última hace ${ago(stats.lastIssued, now)}` : 'todavía ninguna'}
          </Tile>
          <Tile
            unknown={unknown}
            title="Envío a SUNAT"
            severity={stats.unreachable > 0 ? 'warn' : 'good'}
            word={stats.unreachable > 0 ? 'espera' : 'bien'}
            big={`${rate(perMinute(stats.settled))} por minuto`}
            spark={stats.settled}
          >
            {stats.lastSettled
              ? `última respuesta a las ${clock(stats.lastSettled)}`
              : 'todavía ninguna respuesta'}
          </Tile>
          <Tile
            unknown={unknown}
            title="Cola"
            severity={
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
            big={`${stats.open + stats.review >= MAX_COUNTED ? `${count(MAX_COUNTED)} o más` : count(stats.open)} en espera`}
          >
            {stats.oldest ? `el más antiguo, hace ${ago(stats.oldest, now)}` : 'nada espera'}
            <br />
            {queues
              ? many(queues.emit.workers, 'procesador', 'procesadores')
              : 'no se sabe cuántos procesadores hay'}
          </Tile>
          <Tile
            unknown={unknown}
            title="Archivos"
            severity={stats.withoutCdr > 0 ? 'warn' : 'good'}
            word={stats.withoutCdr > 0 ? 'por revisar' : 'bien'}
            big={`${count(stats.withoutCdr)} sin CDR`}
          >
            aceptados en 7 días cuya constancia no llegó
          </Tile>
        </ul>
        {proposals.length > 0 && <Proposals request={request} proposals={proposals} />}
        <h2>Referencias detenidas</h2>
        {stale ? (
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
        <Expiring certificates={stats.certificates} urgent={stats.urgent} />
        <p class="hint">
          Actualizado a las {clock(stats.at)}.<span data-live-age />
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
  unknown: boolean;
  title: string;
  severity: Severity;
  word: string;
  big: string;
  spark?: readonly number[];
  children: ComponentChildren;
}): VNode {
  const { unknown, title, severity, word, big, spark, children } = props;
  return (
    <li class="tile">
      <h2>
        {title} <Tag severity={unknown ? 'calm' : severity}>{unknown ? 'sin datos' : word}</Tag>
      </h2>
      <p class="big">{big}</p>
      <p class="hint">{children}</p>
      {spark && <Sparkline values={spark} label={`${title}, últimos ${spark.length} minutos`} />}
    </li>
  );
}

/** Everything that is wrong, also what is not the worst. */
const WrongList = ({ wrong, now }: { wrong: readonly SystemProblem[]; now: Date }): VNode => (
  <Table
    caption="Qué anda mal ahora"
    quiet
    head={['Qué pasa', 'Qué hacer', 'Hace', 'Lo dice']}
    rows={wrong.map(({ text, remedy, since, severity, reporters }) => [
      <Tag severity={severity}>{text}</Tag>,
      <span class="wide">{remedy ?? ''}</span>,
      <span class="number">{ago(since, now)}</span>,
      <span class="wide">{reporters.join(', ')}</span>,
    ])}
  />
);

/** What waits for a second person. */
const Proposals = ({
  request: { now, user },
  proposals,
}: {
  request: AuthenticatedRequest;
  proposals: readonly PendingProposal[];
}): VNode => (
  <>
    <h2>Esperan a una segunda persona</h2>
    <Table
      caption="Propuestas por aprobar"
      quiet
      head={['Propuesta', 'Negocio', 'La hizo', 'Hace']}
      rows={proposals.map((each) => [
        <a href={decisionPath(each)}>{proposalText(each)}</a>,
        each.legalName,
        each.proposedBy === user.id ? 'tú' : each.proposer,
        <span class="number">{ago(each.proposedAt, now)}</span>,
      ])}
    />
  </>
);

const AND = new Intl.ListFormat('es', { type: 'conjunction' });

function Expiring({
  certificates: { expired, month },
  urgent,
}: Pick<SystemStats, 'certificates' | 'urgent'>): VNode | null {
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
