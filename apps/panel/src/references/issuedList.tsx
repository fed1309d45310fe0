/** The references that were issued: of one business by series, of all businesses by time. */
import {
  type Business,
  type Db,
  type DocumentSummary,
  type Environment,
  listAllSeries,
  listDocuments,
  listSeriesDocuments,
  type Series,
} from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { ENVIRONMENT, ENVIRONMENT_WORD } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Empty } from '../html/components.js';
import { many } from '../html/formats.js';
import { type ListCursor, listCursor, listPage, Pager } from '../html/pager.js';
import { listAddress } from './listAddress.js';
import { ReferenceTable } from './referenceTable.js';

export async function issuedList(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  const { deps, query } = request;
  const cursor = listCursor(request);
  const all = business ? await listAllSeries(deps.db, business.id) : [];
  const series = business && chosenSeries(all, query('serie'), business);
  const list = listPage(await issued(deps.db, business, series, cursor), cursor);
  const href = (more: Record<string, string>) =>
    listAddress({ ver: 'emitidas', ruc: business?.ruc, serie: series && wordOf(series), ...more });
  return (
    <>
      {all.length > 1 && <SeriesLinks all={all} chosen={series} href={href} />}
      {list.rows.length === 0 ? (
        <Empty>{cursor.from ? 'No hay más.' : 'Aún no hay comprobantes.'}</Empty>
      ) : (
        <ReferenceTable caption={captionOf(series)} references={list.rows} />
      )}
      <Pager
        list={list}
        keyOf={({ number, documentId }) => (series ? number : documentId)}
        href={href}
        label="Páginas de emitidas"
      />
    </>
  );
}

/** The series that the query names; without one, the first of the business's environment. */
function chosenSeries(
  all: readonly Series[],
  wanted: string,
  { environment }: Business,
): Series | undefined {
  const current = all.filter((each) => each.environment === environment);
  return (
    all.find((each) => wordOf(each) === wanted) ??
    current.find(({ code }) => code === wanted) ??
    current[0] ??
    all[0]
  );
}

/** A series in the address: its code and the word of its environment. */
const wordOf = ({ code, environment }: Series): string =>
  `${code}.${ENVIRONMENT_WORD[environment as Environment]}`;

const captionOf = (series: Series | undefined): string =>
  series
    ? `De la serie ${series.code}, ${many(series.lastNumber, 'número dado', 'números dados')}`
    : 'Los más recientes';

async function issued(
  db: Db,
  business: Business | undefined,
  series: Series | undefined,
  cursor: ListCursor,
): Promise<DocumentSummary[]> {
  if (!business) return listDocuments(db, cursor);
  if (!series) return [];
  const { kind, code, environment } = series;
  const one = {
    businessId: business.id,
    kind: kind as Kind,
    code,
    environment: environment as Environment,
  };
  return listSeriesDocuments(db, one, cursor);
}

const SeriesLinks = (props: {
  all: readonly Series[];
  chosen: Series | undefined;
  href(more: Record<string, string>): string;
}): VNode => (
  <nav aria-label="Por serie">
    <ul class="row">
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
