/** The references that a filter leaves, in pages: pending ones, rejected ones, all of them. */
import {
  type Business,
  type DocumentConditions,
  type FilteredPage,
  filterDocuments,
} from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Empty } from '../html/components.js';
import { type ListCursor, listCursor, listPage, NONE_HERE, Pager } from '../html/pager.js';
import { archivedMonths, NONE_BUT_ARCHIVED } from './archivedMonths.js';
import { ExportLinks } from './exportLinks.js';
import { FilterForm } from './filterForm.js';
import { listAddress } from './listAddress.js';
import { listFilter } from './listFilter.js';
import { ReferenceTable } from './referenceTable.js';

/** A tab of the references: what it always filters by, and its words. */
export interface FilteredTab {
  tab: string;
  filter: DocumentConditions;
  newestFirst: boolean;
  caption: string;
  empty: string;
  /** Fields that say nothing here. */
  without: readonly string[];
  /** The states that it can hold, by their word in the address; all when left out. */
  states?: readonly string[];
}

export const PENDING: FilteredTab = {
  tab: 'pendientes',
  filter: { state: 'open' },
  newestFirst: false,
  caption: 'Pendientes, el más antiguo primero',
  empty: 'No hay comprobantes pendientes de SUNAT.',
  without: [],
  states: ['pendiente', 'revision'],
};
export const REJECTED: FilteredTab = {
  tab: 'rechazadas',
  filter: { state: 'rejected' },
  newestFirst: true,
  caption: 'Rechazadas, la más reciente primero',
  empty: 'No hay comprobantes rechazados.',
  without: ['estado', 'vence', 'motivo'],
};
export const ISSUED: FilteredTab = {
  tab: 'emitidas',
  filter: {},
  newestFirst: true,
  caption: 'Los más recientes primero',
  empty: 'Aún no hay comprobantes.',
  without: [],
};

export async function filteredList(
  request: AuthenticatedRequest,
  business: Business | undefined,
  tab: FilteredTab,
): Promise<VNode> {
  const list = listFilter(request, tab);
  const cursor = listCursor(request);
  const filter = { ...tab.filter, ...list.filter, scope: business?.id ?? request.scope };
  const query = { ...cursor, newestFirst: tab.newestFirst };
  const [found, archived] = await Promise.all([
    request.read((db) => filterDocuments(db, filter, query)),
    // a pending document keeps its month open
    tab === PENDING ? null : archivedMonths(request, filter),
  ]);
  const page = listPage(found.rows, cursor);
  const kept = { ver: tab.tab, ruc: business?.ruc };
  const href = (more: Record<string, string>) => listAddress({ ...kept, ...list.given, ...more });
  const none = archived ? NONE_BUT_ARCHIVED : tab.empty;
  const empty = list.words.length > 0 ? `Ninguno es así: ${list.words.join(' · ')}.` : none;
  return (
    <>
      <div class="toolbar">
        <FilterForm
          list={list}
          kept={kept}
          without={tab.without}
          states={tab.states}
          chooseBusiness={business === undefined}
        />
      </div>
      {page.rows.length === 0 ? (
        <Empty>{emptyText(found, cursor, empty)}</Empty>
      ) : (
        <ReferenceTable caption={tab.caption} references={page.rows} />
      )}
      <GoOn found={found} cursor={cursor} href={href} />
      {page.rows.length > 0 && (
        <ExportLinks request={request} query={{ ...kept, ...list.given }} clients />
      )}
      <Pager
        list={page}
        keyOf={({ documentId }) => documentId}
        href={href}
        label={`Páginas de ${tab.tab}`}
      />
      {archived}
    </>
  );
}

function emptyText({ lookedTo }: FilteredPage, { from }: ListCursor, empty: string): string {
  if (lookedTo !== null) return 'Entre los que se miraron no hay ninguno así.';
  return from === undefined ? empty : NONE_HERE;
}

/** A page that ended before the list did, because it had looked at many rows. */
function GoOn(props: {
  found: FilteredPage;
  cursor: ListCursor;
  href(more: Record<string, string>): string;
}): VNode | null {
  const { lookedTo } = props.found;
  if (lookedTo === null) return null;
  const from = props.cursor.back ? 'hasta' : 'desde';
  return (
    <p>
      Aún no se miró todo. <a href={props.href({ [from]: String(lookedTo) })}>Seguir buscando</a>
    </p>
  );
}
