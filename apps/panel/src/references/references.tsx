/** The lists of references: stuck, pending, rejected, and all that were issued. */
import { type Business, listSavedViews } from '@rafaga/db';
import type { VNode } from 'preact';
import { requestedBusiness } from '../businesses/requestedBusiness.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { filteredList, PENDING, REJECTED } from './filteredList.js';
import { issuedList } from './issuedList.js';
import { SavedViews } from './savedViewList.js';
import { stuckList } from './stuckList.js';

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

export async function references(request: AuthenticatedRequest): Promise<PageResponse> {
  const wanted = request.query('ver');
  const tab: Tab = Object.hasOwn(TABS, wanted) ? (wanted as Tab) : 'detenidas';
  const business = await requestedBusiness(request);
  const [list, views] = await Promise.all([
    LISTS[tab](request, business),
    listSavedViews(request.deps.db, request.user.id),
  ]);
  return page(
    `Referencias ${TABS[tab].toLowerCase()}`,
    <>
      <div class="heading">
        <h1>Referencias</h1>
        <Tabs current={tab} business={business} />
        <div class="views">
          <SavedViews request={request} views={views} />
        </div>
      </div>
      {business && request.user.businessId === null && (
        <p>
          De <a href={`/negocios/${business.ruc}`}>{business.legalName}</a>.{' '}
          <a href={`/referencias?ver=${tab}`}>Ver las de todos</a>
        </p>
      )}
      {list}
    </>,
  );
}

function Tabs({ current, business }: { current: Tab; business: Business | undefined }): VNode {
  const of = business ? `&ruc=${business.ruc}` : '';
  return (
    <nav class="tabs" aria-label="Qué referencias">
      <ul>
        {Object.entries(TABS).map(([tab, label]) => (
          <li key={tab}>
            <a
              href={`/referencias?ver=${tab}${of}`}
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
