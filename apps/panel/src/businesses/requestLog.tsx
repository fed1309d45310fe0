/** The request log of a business: its last API calls, and the refused ones by error code. */

import {
  groupRefusedRequests,
  type IssuedDocument,
  listCountedCalls,
  listNewestDocuments,
  listRefusedRequests,
  MAX_REFUSED_REQUESTS,
  type RefusedRequestSummary,
} from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { type ListPage, listCursor, listPage, PAGE_SIZE, Pager } from '../html/pager.js';
import { businessPage } from './businessLayout.js';
import { CountedCallsTable } from './countedCallsTable.js';
import { EmptyLog } from './firstCall.js';
import { RefusalGroups } from './refusalGroups.js';
import { RequestLogTable } from './requestLogTable.js';

/** Hours, credentials and addresses that the page shows. */
const MAX_COUNTED = 12;

interface Filter {
  code: string | undefined;
  /** A reference or a request id, as the search found it. */
  named: string | undefined;
  refusedOnly: boolean;
}

export async function log(request: BusinessRequest): Promise<PageResponse> {
  const { business, read } = request;
  const filter = filterOf(request);
  // what the search found stands first on the page, and alone
  const [groups, counted, { refused, issued }] = await Promise.all([
    filter.named ? [] : read((db) => groupRefusedRequests(db, business.id)),
    filter.named ? [] : read((db) => listCountedCalls(db, business.id, MAX_COUNTED)),
    readLog(request, filter),
  ]);
  const path = `/negocios/${business.ruc}/registro`;
  return businessPage(
    request,
    'Registro',
    <>
      <p>
        Lo último que este negocio pidió a la API. Se guarda qué campo estaba mal, nunca lo que
        decía.
      </p>
      {groups.length > 0 && (
        <RefusalGroups groups={groups} ruc={business.ruc} chosen={filter.code} />
      )}
      {counted.length > 0 && (
        <CountedCallsTable counted={counted} ratePerMinute={business.ratePerMinute} />
      )}
      <Heading filter={filter} path={path} />
      {refused.rows.length + issued.length === 0 ? (
        <EmptyLog refusedOnly={filter.refusedOnly} apiUrl={request.deps.apiUrl} />
      ) : (
        <RequestLogTable refused={refused.rows} issued={issued} />
      )}
      <Pager
        list={refused}
        keyOf={({ id }) => id}
        href={(more) => hrefOf(path, filter, more)}
        label="Páginas del registro"
      />
      <p class="hint">
        Las consultas atendidas no se anotan; de las rechazadas quedan las{' '}
        {count(MAX_REFUSED_REQUESTS)} más recientes. Lo emitido está completo en{' '}
        <a href={`/referencias?ver=emitidas&ruc=${business.ruc}`}>Comprobantes</a>.
      </p>
    </>,
  );
}

function filterOf({ query }: BusinessRequest): Filter {
  const code = /^[a-z_]{1,60}$/.test(query('codigo')) ? query('codigo') : undefined;
  const named = query('llamada') || undefined;
  const refusedOnly = Boolean(code ?? named) || query('ver') === 'rechazadas';
  return { code, named, refusedOnly };
}

interface Log {
  refused: ListPage<RefusedRequestSummary>;
  issued: readonly IssuedDocument[];
}

/** Refused requests alone come page by page; together with the documents, only the newest. */
async function readLog(request: BusinessRequest, filter: Filter): Promise<Log> {
  const { read, business } = request;
  const { id } = business;
  const { code, named, refusedOnly } = filter;
  if (refusedOnly) {
    const cursor = listCursor(request);
    const found = await read((db) => listRefusedRequests(db, id, { code, named, ...cursor }));
    return { refused: listPage(found, cursor), issued: [] };
  }
  const [rows, issued] = await Promise.all([
    read((db) => listRefusedRequests(db, id, { code, limit: PAGE_SIZE })),
    read((db) => listNewestDocuments(db, id, PAGE_SIZE)),
  ]);
  return { refused: { rows, hasPrevious: false, hasNext: false }, issued };
}

function hrefOf(path: string, { code, named }: Filter, more: Record<string, string>): string {
  const filter: Record<string, string> = {
    ver: 'rechazadas',
    ...(code ? { codigo: code } : {}),
    ...(named ? { llamada: named } : {}),
  };
  return `${path}?${new URLSearchParams({ ...filter, ...more })}`;
}

const Heading = ({ filter, path }: { filter: Filter; path: string }): VNode => (
  <>
    <h2>{headingOf(filter)}</h2>
    <p>
      {filter.refusedOnly ? (
        <a href={path}>Ver todo lo reciente</a>
      ) : (
        <a href={`${path}?ver=rechazadas`}>Ver solo las rechazadas</a>
      )}
    </p>
  </>
);

function headingOf({ code, named, refusedOnly }: Filter): string {
  if (named) return `Llamadas rechazadas con «${named}»`;
  if (code) return `Rechazadas con ${code}`;
  return refusedOnly ? 'Rechazadas' : 'Lo más reciente';
}
