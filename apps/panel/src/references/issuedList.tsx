/** The references that were issued: of one series by number, and by any filter the newest first. */
import {
  type Business,
  type Environment,
  listAllSeries,
  listSeriesDocuments,
  type Series,
} from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { ENVIRONMENT, ENVIRONMENT_WORD, many } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Empty } from '../html/components.js';
import { listCursor, listPage, NONE_HERE, Pager } from '../html/pager.js';
import { archivedMonths, NONE_BUT_ARCHIVED } from './archivedMonths.js';
import { ExportLinks } from './exportLinks.js';
import { filteredList, ISSUED } from './filteredList.js';
import { FilterForm } from './filterForm.js';
import { listAddress } from './listAddress.js';
import { listFilter } from './listFilter.js';
import { ReferenceTable } from './referenceTable.js';

export async function issuedList(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  if (!business) return filteredList(request, business, ISSUED);
  const all = await request.read((db) => listAllSeries(db, business.id));
  const list = listFilter(request, { own: ['serie'] });
  const wanted = request.query('serie');
  const filtered = list.words.length + list.unread.length > 0;
  const series = filtered || wanted === '' ? undefined : chosenSeries(all, wanted, business);
  const href = (more: Record<string, string>) =>
    listAddress({ ver: 'emitidas', ruc: business.ruc, serie: series && wordOf(series), ...more });
  return (
    <>
      {all.length > 0 && !filtered && <SeriesLinks all={all} chosen={series} href={href} />}
      {series
        ? await seriesList(request, business, series, href)
        : await filteredList(request, business, ISSUED)}
    </>
  );
}

/** The series that the query names. */
function chosenSeries(
  all: readonly Series[],
  wanted: string,
  { environment }: Business,
): Series | undefined {
  const current = all.filter((each) => each.environment === environment);
  return (
    all.find((each) => wordOf(each) === wanted) ??
    current.find(({ code }) => code === wanted.toUpperCase())
  );
}

/** A series in the address: its code and the word of its environment. */
const wordOf = ({ code, environment }: Series): string =>
  `${code}.${ENVIRONMENT_WORD[environment as Environment]}`;

async function seriesList(
  request: AuthenticatedRequest,
  business: Business,
  series: Series,
  href: (more: Record<string, string>) => string,
): Promise<VNode> {
  const cursor = listCursor(request);
  const { kind, code, environment, lastNumber } = series;
  const wanted = {
    businessId: business.id,
    kind: kind as Kind,
    code,
    environment: environment as Environment,
  };
  const found = await request.read((db) => listSeriesDocuments(db, wanted, cursor));
  const list = listPage(found, cursor);
  const archived = await archivedMonths(request, { scope: business.id });
  const none = archived ? NONE_BUT_ARCHIVED : ISSUED.empty;
  const given = many(lastNumber, 'número dado', 'números dados');
  return (
    <>
      <FilterForm
        list={{ given: { serie: wordOf(series) }, filter: {}, words: [], unread: [], ignored: [] }}
        kept={{ ver: 'emitidas', ruc: business.ruc }}
        chooseBusiness={false}
      />
      {list.rows.length === 0 ? (
        <Empty>{cursor.from ? NONE_HERE : none}</Empty>
      ) : (
        <ReferenceTable caption={`De la serie ${code}, ${given}`} references={list.rows} />
      )}
      {list.rows.length > 0 && (
        <ExportLinks
          request={request}
          query={{ ver: 'emitidas', ruc: business.ruc, serie: wordOf(series) }}
          clients
        />
      )}
      <Pager list={list} keyOf={({ number }) => number} href={href} label="Páginas de emitidas" />
      {archived}
    </>
  );
}

const SeriesLinks = (props: {
  all: readonly Series[];
  chosen: Series | undefined;
  href(more: Record<string, string>): string;
}): VNode => (
  <nav aria-label="Por serie">
    <ul class="row">
      <li>
        <a
          href={props.href({ serie: '' })}
          {...(props.chosen ? {} : { 'aria-current': 'true' as const })}
        >
          Todas las series
        </a>
      </li>
      {props.all.map((series) => (
        <li key={series.id}>
          <a
            href={props.href({ serie: wordOf(series) })}
            {...(series.id === props.chosen?.id ? { 'aria-current': 'true' as const } : {})}
          >
            {labelOf(series)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const labelOf = ({ code, environment }: Series): string =>
  environment === 'production' ? code : `${code} (${ENVIRONMENT[environment as Environment]})`;
