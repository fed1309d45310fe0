/** The audit: every action with its author and its reason, the newest first. */
import { type AuditEntry, EVERY_BUSINESS, findBusinessesById, listAudit } from '@rafaga/db';
import { actorText } from '@rafaga/operations';
import type { VNode } from 'preact';
import { requestedBusiness, UNKNOWN_RUC } from '../businesses/requestedBusiness.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty, Table } from '../html/components.js';
import { instant } from '../html/formats.js';
import { listCursor, listPage, Pager } from '../html/pager.js';
import { type AuditFilter, AuditFilterForm, auditFilter } from './auditFilter.js';
import { actionText } from './auditWords.js';
import { Change } from './change.js';

export async function auditPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, scope } = request;
  const cursor = listCursor(request);
  const [wanted, filter] = await Promise.all([requestedBusiness(request), auditFilter(request)]);
  if (wanted === 'unknown') return unknownRuc(request, filter);
  const { actors, action, since } = filter;
  const found = { scope: wanted?.id ?? scope, actors, action, since, ...cursor };
  const list = listPage(await request.read((db) => listAudit(db, found)), cursor);
  const entries = list.rows;
  const about = entries.flatMap(({ businessId }) => (businessId === undefined ? [] : [businessId]));
  const businesses = scope === EVERY_BUSINESS ? await findBusinessesById(deps.db, about) : [];
  const nameOf = new Map(businesses.map(({ id, ruc, legalName }) => [id, { ruc, legalName }]));
  const ruc = scope === EVERY_BUSINESS ? wanted?.ruc : undefined;
  return page(
    'Auditoría',
    <>
      <h1>Auditoría</h1>
      <p>Quién hizo qué, cuándo y por qué. Nadie puede cambiar ni borrar una línea.</p>
      {ruc && (
        <p>
          De <a href={`/negocios/${ruc}`}>{wanted?.legalName}</a> ·{' '}
          <a href="/auditoria">Ver la de todos</a>
        </p>
      )}
      <AuditFilterForm request={request} filter={filter} ruc={ruc} />
      {entries.length === 0 ? (
        <Empty>{filter.isFiltered ? 'Nada es así.' : 'Nada todavía.'}</Empty>
      ) : (
        <EntryTable entries={entries} businesses={nameOf} />
      )}
      <Pager
        list={list}
        keyOf={({ id }) => id}
        href={(more) =>
          `/auditoria?${new URLSearchParams({ ...(ruc ? { ruc } : {}), ...filter.given, ...more })}`
        }
        label="Páginas de la auditoría"
      />
    </>,
  );
}

const unknownRuc = (request: AuthenticatedRequest, filter: AuditFilter): PageResponse =>
  page(
    'Auditoría',
    <>
      <h1>Auditoría</h1>
      <AuditFilterForm request={request} filter={filter} ruc={undefined} />
      <Empty>
        {UNKNOWN_RUC} <a href="/auditoria">Ver la de todos</a>
      </Empty>
    </>,
    { status: 404 },
  );

type Known = ReadonlyMap<number, { ruc: string; legalName: string }>;

interface EntryTableProps {
  entries: readonly AuditEntry[];
  businesses: Known;
}

const EntryTable = ({ entries, businesses }: EntryTableProps): VNode => (
  <Table
    caption="Acciones, la más reciente primero"
    quiet
    compact
    head={['Qué hizo', 'Quién', 'Cuándo', 'Sobre', 'Motivo', 'Antes y después']}
    rows={entries.map((entry) => [
      <span class="what">{actionText(entry.action)}</span>,
      actorText(entry.actor),
      <span class="number">{instant(entry.at)}</span>,
      <Subject entry={entry} businesses={businesses} />,
      entry.reason ?? '',
      <Change before={entry.before} after={entry.after} />,
    ])}
  />
);

function Subject({ entry, businesses }: { entry: AuditEntry; businesses: Known }): VNode {
  const { businessId, documentId } = entry;
  const business = businessId === undefined ? undefined : businesses.get(businessId);
  const person = personOf(entry);
  return (
    <>
      {person && <span class="wide">{person} </span>}
      {business && <a href={`/negocios/${business.ruc}`}>{business.legalName}</a>}
      {documentId !== undefined && (
        <>
          {' '}
          <a href={`/referencias/${documentId}`}>comprobante {documentId}</a>
        </>
      )}
    </>
  );
}

/** The e-mail of another person than the actor, when the action is about that person. */
function personOf({ action, actor, before, after }: AuditEntry): string | undefined {
  if (!action.startsWith('user.')) return undefined;
  const { email } = { ...(before as object), ...(after as object) } as { email?: unknown };
  return typeof email === 'string' && email !== actorText(actor) ? email : undefined;
}
