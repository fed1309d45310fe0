/**
 * The lists of references: what is stuck, by reason and age; what is on its way; what was issued.
 * The page is in the address.
 */
import {
  type Business,
  countStuckDocuments,
  type Db,
  type DocumentSummary,
  type Environment,
  findBusiness,
  listAllSeries,
  listDocuments,
  listPendingDocuments,
  listSeriesDocuments,
  listStuckDocuments,
  MAX_COUNTED,
  type Series,
  type StuckDocument,
  type StuckReason,
} from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import {
  ENVIRONMENT,
  ENVIRONMENT_WORD,
  REVIEW,
  STUCK,
  WAITING,
  withoutKeys,
} from '@rafaga/operations';
import type { VNode } from 'preact';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty, Table } from '../html/components.js';
import { ago, count, dateText, many } from '../html/formats.js';
import { type PageCursor, Pager, pageCursor, pageOf } from '../html/pager.js';
import { EnvironmentTag, StuckTag } from '../html/states.js';
import { RESUMABLE } from '../queues/bulkResume.js';
import { isPermitted } from '../users/permissions.js';
import { FoundTable } from './search.js';

const VIEWS = { detenidas: 'Detenidas', pendientes: 'Pendientes', emitidas: 'Emitidas' } as const;
type View = keyof typeof VIEWS;

export async function references(request: AuthenticatedRequest): Promise<PageResponse> {
  const view: View = Object.hasOwn(VIEWS, request.query('ver'))
    ? (request.query('ver') as View)
    : 'detenidas';
  const business = await requestedBusiness(request);
  const shown = await { detenidas: stuckOnes, pendientes: pendingOnes, emitidas: issuedOnes }[view](
    request,
    business,
  );
  const of = business ? `&ruc=${business.ruc}` : '';
  return page(
    `Referencias ${VIEWS[view].toLowerCase()}`,
    <>
      <h1>Referencias</h1>
      {business && request.user.businessId === null && (
        <p>
          De <a href={`/negocios/${business.ruc}`}>{business.legalName}</a>.{' '}
          <a href={`/referencias?ver=${view}`}>Ver las de todos</a>
        </p>
      )}
      <nav class="tabs" aria-label="Qué referencias">
        <ul>
          {Object.entries(VIEWS).map(([name, label]) => (
            <li key={name}>
              <a
                href={`/referencias?ver=${name}${of}`}
                {...(name === view ? { 'aria-current': 'page' as const } : {})}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown}
    </>,
  );
}

/** One's own, or the one in the address. */
export async function requestedBusiness({
  deps,
  user,
  query,
}: AuthenticatedRequest): Promise<Business | undefined> {
  if (user.businessId !== null)
    return deps.db.prisma.business.findUniqueOrThrow({ where: { id: user.businessId } });
  const ruc = query('ruc');
  if (ruc === '') return undefined;
  const business = /^\d{11}$/.test(ruc) ? await findBusiness(deps.db, ruc) : null;
  if (!business) throw notFound();
  return business;
}

async function stuckOnes(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  const { deps, now } = request;
  const reason = Object.hasOwn(STUCK, request.query('motivo'))
    ? (request.query('motivo') as StuckReason)
    : undefined;
  const asked = pageCursor(request);
  const [counts, found] = await Promise.all([
    countStuckDocuments(deps.db, business?.id),
    listStuckDocuments(deps.db, { businessId: business?.id, reason, ...asked }),
  ]);
  const shown = pageOf(found, asked);
  const at = (more: Record<string, string>) =>
    address({ ver: 'detenidas', ruc: business?.ruc, motivo: reason, ...more });
  const all = counts.reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      {counts.length > 0 && (
        <nav aria-label="Por motivo">
          <ul class="row">
            <li>
              <a href={at({ motivo: '' })} {...(reason ? {} : { 'aria-current': 'true' as const })}>
                Todas ({atMost(all)})
              </a>
            </li>
            {counts.map((each) => (
              <li key={each.reason}>
                <a
                  href={at({ motivo: each.reason })}
                  {...(each.reason === reason ? { 'aria-current': 'true' as const } : {})}
                >
                  {STUCK[each.reason]} ({atMost(each.count)}, la más antigua hace{' '}
                  {ago(each.oldest, now)})
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown.lines.length === 0 ? (
        <Empty>{asked.from ? 'No hay más.' : 'No hay referencias detenidas.'}</Empty>
      ) : (
        <Table
          caption="Detenidas, la más antigua primero"
          head={[
            'Referencia',
            'Qué pasa',
            'Hace',
            'Comprobante',
            'Negocio',
            'SUNAT la recibe hasta',
            'Por qué',
          ]}
          rows={shown.lines.map((each) => [
            <a class="wide" href={`/referencias/${each.documentId}`}>
              {each.reference}
            </a>,
            <>
              <StuckTag reason={each.reason} /> <EnvironmentTag environment={each.environment} />
            </>,
            <span class="number">{ago(each.since, now)}</span>,
            <span class="number">
              {each.series}-{each.number}
            </span>,
            each.legalName,
            <span class="number">{each.deadline ? dateText(each.deadline) : ''}</span>,
            <span class="wide">{reasonOf(each)}</span>,
          ])}
        />
      )}
      {reason &&
        RESUMABLE.includes(reason) &&
        shown.lines.length > 1 &&
        isPermitted(request.user.role, 'queues.see') && (
          <p>
            <a
              href={`/operaciones?${new URLSearchParams({ motivo: reason, ruc: business?.ruc ?? '' })}`}
            >
              Reanudar en bloque
            </a>
          </p>
        )}
      <Pager
        shown={shown}
        place={({ documentId }) => documentId}
        at={at}
        label="Páginas de detenidas"
      />
    </>
  );
}

/** More are not counted one by one. */
const atMost = (found: number): string =>
  found >= MAX_COUNTED ? `${count(MAX_COUNTED)} o más` : count(found);

const reasonOf = (each: StuckDocument): string =>
  [
    each.reviewReason ? REVIEW[each.reviewReason] : each.waitClass && WAITING[each.waitClass],
    each.pauseReason,
    each.lastError ? withoutKeys(each.lastError) : each.lastCode,
  ]
    .filter(Boolean)
    .join(' · ');

async function pendingOnes(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  const asked = pageCursor(request);
  const shown = pageOf(
    await listPendingDocuments(request.deps.db, { businessId: business?.id, ...asked }),
    asked,
  );
  return (
    <>
      {shown.lines.length === 0 ? (
        <Empty>{asked.from ? 'No hay más.' : 'No hay comprobantes pendientes de SUNAT.'}</Empty>
      ) : (
        <FoundTable caption="Pendientes, el más antiguo primero" found={shown.lines} />
      )}
      <Pager
        shown={shown}
        place={({ documentId }) => documentId}
        at={(more) => address({ ver: 'pendientes', ruc: business?.ruc, ...more })}
        label="Páginas de pendientes"
      />
    </>
  );
}

/** Of one business they are paged by series, which is how its numbers run. */
async function issuedOnes(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  const { deps } = request;
  const asked = pageCursor(request);
  const series = business ? await listAllSeries(deps.db, business.id) : [];
  const wanted = request.query('serie');
  const here = series.filter(({ environment }) => environment === business?.environment);
  const chosen =
    series.find((each) => nameOf(each) === wanted) ??
    here.find(({ code }) => code === wanted) ??
    here[0] ??
    series[0];
  const shown = pageOf(await issued(deps.db, business, chosen, asked), asked);
  const at = (more: Record<string, string>) =>
    address({ ver: 'emitidas', ruc: business?.ruc, serie: chosen && nameOf(chosen), ...more });
  return (
    <>
      {series.length > 1 && (
        <nav aria-label="Por serie">
          <ul class="row">
            {series.map((each) => (
              <li key={each.id}>
                <a
                  href={at({ serie: nameOf(each) })}
                  {...(each.id === chosen?.id ? { 'aria-current': 'true' as const } : {})}
                >
                  {each.environment === 'production'
                    ? each.code
                    : `${each.code} (${ENVIRONMENT[each.environment as Environment]})`}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown.lines.length === 0 ? (
        <Empty>{asked.from ? 'No hay más.' : 'Aún no hay comprobantes.'}</Empty>
      ) : (
        <FoundTable
          caption={
            chosen
              ? `De la serie ${chosen.code}, ` +
                `${many(chosen.lastNumber, 'número dado', 'números dados')}`
              : 'Los más recientes'
          }
          found={shown.lines}
        />
      )}
      <Pager
        shown={shown}
        place={(line) => (chosen ? line.number : line.documentId)}
        at={at}
        label="Páginas de emitidas"
      />
    </>
  );
}

async function issued(
  db: Db,
  business: Business | undefined,
  series: Series | undefined,
  asked: PageCursor,
): Promise<DocumentSummary[]> {
  if (!business) return listDocuments(db, asked);
  if (!series) return [];
  const { kind, code, environment } = series;
  const one = {
    businessId: business.id,
    kind: kind as Kind,
    code,
    environment: environment as Environment,
  };
  return listSeriesDocuments(db, one, asked);
}

/** A series of an environment, in the address. */
const nameOf = ({ code, environment }: Series): string =>
  `${code}.${ENVIRONMENT_WORD[environment as Environment]}`;

function address(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1]));
  return `/referencias?${new URLSearchParams(given)}`;
}
