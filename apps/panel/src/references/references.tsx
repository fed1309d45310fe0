/** The lists of references: stuck, pending, rejected, and all that were issued. */
import { type Business, EVERY_BUSINESS, listSavedViews } from '@rafaga/db';
import type { VNode } from 'preact';
import { requestedBusiness, UNKNOWN_RUC } from '../businesses/requestedBusiness.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { FaultList, type Faults } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { filteredList, ISSUED, PENDING, REJECTED } from './filteredList.js';
import { FilterForm } from './filterForm.js';
import { issuedList } from './issuedList.js';
import { listAddress } from './listAddress.js';
import { FILTER_FIELDS, listFilter } from './listFilter.js';
import { SavedViews } from './savedViewList.js';
import { stuckList, UNFILTERED } from './stuckList.js';

const TABS = {
  detenidas: 'Detenidas',
  pendientes: 'Pendientes',
  rechazadas: 'Rechazadas',
  emitidas: 'Emitidas',
} as const;
type Tab = keyof typeof TABS;

const LISTS: Readonly<Record<Tab, typeof stuckList>> = {
  detenidas: stuckList,
  pendientes: (request, business) => filteredList(request, business, PENDING),
  rechazadas: (request, business) => filteredList(request, business, REJECTED),
  emitidas: issuedList,
};

export const references = (request: AuthenticatedRequest): Promise<PageResponse> =>
  showReferences(request, {});

export async function showReferences(
  request: AuthenticatedRequest,
  faults: Faults,
): Promise<PageResponse> {
  const wanted = request.query('ver');
  const tab: Tab = Object.hasOwn(TABS, wanted) ? (wanted as Tab) : 'detenidas';
  const found = await requestedBusiness(request);
  const business = found === 'unknown' ? undefined : found;
  const [list, views] = await Promise.all([
    found === 'unknown' ? wrongRuc(request, tab) : LISTS[tab](request, business),
    listSavedViews(request.deps.db, request.user.id),
  ]);
  const all = found === 'unknown' ? { ruc: UNKNOWN_RUC, ...faults } : faults;
  return formPage(
    `Referencias ${TABS[tab].toLowerCase()}`,
    all,
    <>
      <FaultList faults={all} />
      <div class="heading">
        <h1>Referencias</h1>
        <Tabs current={tab} business={business} request={request} />
        <div class="views">
          <SavedViews request={request} views={views} faults={faults} />
        </div>
      </div>
      {business && request.scope === EVERY_BUSINESS && (
        <p>
          De <a href={`/negocios/${business.ruc}`}>{business.legalName}</a> ·{' '}
          <a href={`/referencias?ver=${tab}`}>Ver las de todos</a>
        </p>
      )}
      {list}
    </>,
  );
}

/** The filter as it was sent, for its RUC to be corrected: no list, which would be of all. */
function wrongRuc(request: AuthenticatedRequest, tab: Tab): VNode {
  const { without, states } = FIELDS[tab];
  return (
    <FilterForm
      list={listFilter(request, FIELDS[tab])}
      kept={{ ver: tab }}
      without={without}
      states={states}
      chooseBusiness
      wrongRuc={request.query('ruc')}
    />
  );
}

const FIELDS: Readonly<Record<Tab, { without: readonly string[]; states?: readonly string[] }>> = {
  detenidas: { without: UNFILTERED },
  pendientes: PENDING,
  rechazadas: REJECTED,
  emitidas: ISSUED,
};

/** Filters that go along to another tab: what is stuck, and a state, mean something else there. */
const SHARED = FILTER_FIELDS.filter((field) => field !== 'estado' && field !== 'motivo');

interface TabsProps {
  current: Tab;
  business: Business | undefined;
  request: AuthenticatedRequest;
}

function Tabs({ current, business, request: { query } }: TabsProps): VNode {
  const shared = Object.fromEntries(SHARED.map((field) => [field, query(field)]));
  return (
    <nav class="tabs" aria-label="Qué referencias">
      <ul>
        {Object.entries(TABS).map(([tab, label]) => (
          <li key={tab}>
            <a
              href={listAddress({ ver: tab, ruc: business?.ruc, ...shared })}
              {...(tab === current ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
