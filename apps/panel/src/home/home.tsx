/** The home page: the health in one sentence with its causes, the figures, what needs action. */

import {
  countBusinesses,
  countStuckDocuments,
  listProposals,
  listProposedOperations,
  type SystemStats,
} from '@rafaga/db';
import { many } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { seeWhich } from '../health/healthProblem.js';
import type { HealthVerdict } from '../health/healthVerdict.js';
import { readHealth } from '../health/readHealth.js';
import { Empty, Note } from '../html/components.js';
import { clock } from '../html/formats.js';
import { ProposalTable } from '../proposals/proposalTable.js';
import { isPermitted } from '../users/permissions.js';
import { ProblemTable, StuckTable } from './homeTables.js';
import { Tiles } from './tiles.js';

export async function home(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now } = request;
  const { verdict, snapshot } = await readHealth(deps);
  const { stats, stale = true } = snapshot ?? {};
  const { stuck, proposals, operations, businesses } = stale ? UNKNOWN : await readLists(request);
  const unknown = stale || verdict.severity === 'calm';
  return page(
    'Inicio',
    <>
      <h1>Inicio</h1>
      <div data-live="10">
        <Verdict verdict={verdict} />
        {verdict.problems.length > 1 && <ProblemTable problems={verdict.problems} />}
        {stats && <LeftOut stats={stats} />}
        {businesses === 0 && <FirstBusiness request={request} />}
        {stats && <Tiles stats={stats} problems={verdict.problems} unknown={unknown} now={now} />}
        <ProposalTable request={request} proposals={proposals} operations={operations} />
        <h2>Referencias detenidas</h2>
        <StuckTable stuck={stuck} stale={stale} now={now} />
        {stats && stats.expiring > 0 && <Expiring month={stats.expiring} />}
        {stats && <p class="hint">Actualizado a las {clock(stats.at)}.</p>}
      </div>
      <button type="button" class="button quiet" data-live-toggle hidden>
        Pausar la actualización
      </button>
      <p>
        <a href="/avisos">Avisos por correo o webhook</a>
      </p>
    </>,
  );
}

/** While PostgreSQL does not answer in time, the page sends it no further queries. */
const UNKNOWN = { stuck: [], proposals: [], operations: [], businesses: 1 };

async function readLists({ deps: { db }, read, scope }: AuthenticatedRequest) {
  const [stuck, proposals, operations, businesses] = await Promise.all([
    read((replica) => countStuckDocuments(replica, scope)),
    // to be decided here: no replica, which may lack that another person has done so
    listProposals(db, { scope, limit: 20 }),
    listProposedOperations(db),
    read(countBusinesses),
  ]);
  return { stuck, proposals, operations, businesses };
}

const Verdict = ({ verdict }: { verdict: HealthVerdict }): VNode => (
  <div data-verdict>
    <Note severity={verdict.severity} title={`${verdict.word.toUpperCase()}: ${verdict.sentence}`}>
      <p>
        {verdict.detail} {verdict.link && <a href={verdict.link.path}>{verdict.link.label}</a>}{' '}
        {verdict.more}
      </p>
    </Note>
  </div>
);

/** The problems are those of the worst businesses: how many others have some. */
function LeftOut({ stats: { issuers, unlistedIssuers } }: { stats: SystemStats }): VNode | null {
  const others = unlistedIssuers.length;
  return others === 0 ? null : (
    <p>
      <strong>
        Hay {many(others, 'negocio más', 'negocios más')} con algo por revisar que no{' '}
        {others === 1 ? 'se nombra' : 'se nombran'} aquí.
      </strong>{' '}
      Arriba están los {issuers.length} más graves. <a href="/negocios">Ver los negocios</a>
    </p>
  );
}

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

const Expiring = ({ month }: { month: number }): VNode => (
  <p>
    <strong>Vence pronto:</strong>
    {` ${many(month, 'certificado', 'certificados')} en menos de 30 días. `}
    <a href="/salud/certificados-del-mes">{seeWhich(month)}</a>
  </p>
);
