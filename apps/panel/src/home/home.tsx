/** The home page: the health of the installation in one sentence, its figures, what needs action. */
import {
  countBusinesses,
  countStuckDocuments,
  listProposals,
  listProposedOperations,
  type SystemStats,
} from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { type HealthSummary, healthSummary } from '../health/healthSummary.js';
import { systemProblems } from '../health/systemProblems.js';
import { systemStats } from '../health/systemStats.js';
import { Empty, Note } from '../html/components.js';
import { clock, many } from '../html/formats.js';
import { ProposalTable } from '../proposals/proposalTable.js';
import { isPermitted } from '../users/permissions.js';
import { ProblemTable, StuckTable } from './homeTables.js';
import { Tiles } from './tiles.js';

export async function home(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now } = request;
  const { stats, queues, stale } = await systemStats(deps);
  const { stuck, proposals, operations, businesses } = stale ? UNKNOWN : await readLists(request);
  const own = deps.conditions.list();
  const summary = healthSummary({ stats, queues, stale, own, restoring: deps.restoring(), now });
  const problems = systemProblems(stats.processes, stats.at, own);
  return page(
    'Inicio',
    <>
      <h1>Inicio</h1>
      <div data-live="10">
        <Summary summary={summary} />
        {problems.length > 0 && <ProblemTable problems={problems} now={now} />}
        {businesses === 0 && <FirstBusiness request={request} />}
        <Tiles stats={stats} queues={queues} unknown={summary.severity === 'calm'} now={now} />
        <ProposalTable request={request} proposals={proposals} operations={operations} />
        <h2>Referencias detenidas</h2>
        <StuckTable stuck={stuck} stale={stale} now={now} />
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

/** While PostgreSQL does not answer in time, the page sends it no further queries. */
const UNKNOWN = { stuck: [], proposals: [], operations: [], businesses: 1 };

async function readLists({ deps: { db } }: AuthenticatedRequest) {
  const [stuck, proposals, operations, businesses] = await Promise.all([
    countStuckDocuments(db),
    listProposals(db, { limit: 20 }),
    listProposedOperations(db),
    countBusinesses(db),
  ]);
  return { stuck, proposals, operations, businesses };
}

const Summary = ({ summary }: { summary: HealthSummary }): VNode => (
  <Note severity={summary.severity} title={`${summary.word.toUpperCase()}: ${summary.sentence}`}>
    <p>
      {summary.detail} {summary.link && <a href={summary.link.path}>{summary.link.label}</a>}
    </p>
  </Note>
);

const FirstBusiness = ({ request }: { request: AuthenticatedRequest }): VNode => (
  <Empty>
    Aún no hay comprobantes.{' '}
    {isPermitted(request.user.role, 'businesses.create') ? (
      <a href="/negocios/nuevo">Configura tu primer negocio</a>
    ) : (
      'Falta crear el primer negocio'
    )}
    .
  </Empty>
);

const AND = new Intl.ListFormat('es', { type: 'conjunction' });

function Expiring({
  certificates: { expired, month },
  urgent,
}: Pick<SystemStats, 'certificates' | 'urgent'>): VNode | null {
  if (expired + month + urgent === 0) return null;
  const items = [
    urgent > 0 && `hoy termina el plazo de ${many(urgent, 'comprobante', 'comprobantes')}`,
    expired > 0 && many(expired, 'certificado vencido', 'certificados vencidos'),
    month > 0 && `${many(month, 'certificado vence', 'certificados vencen')} en menos de 30 días`,
  ];
  return (
    <p>
      <strong>Vence pronto:</strong> {AND.format(items.filter((each) => each !== false))}.{' '}
      {urgent > 0 && <a href="/referencias?ver=pendientes">Ver los pendientes</a>}{' '}
      {expired + month > 0 && <a href="/negocios">Ver los negocios</a>}
    </p>
  );
}
