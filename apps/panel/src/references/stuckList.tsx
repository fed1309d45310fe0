/** The references that are stuck, by reason, the oldest first. */
import {
  type Business,
  countStuckDocuments,
  listStuckDocuments,
  MAX_COUNTED,
  type StuckDocument,
  type StuckReason,
} from '@rafaga/db';
import { limaToday, peruvianDate } from '@rafaga/fiscal';
import { count, plainError, REVIEW, STUCK, WAITING } from '@rafaga/operations';
import { hideQuotedValues } from '@rafaga/runtime';
import type { VNode } from 'preact';
import { whyUntouched } from '../advice/surroundings.js';
import { SelectBox, SelectionForm } from '../bulkOperations/selection.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Empty, Table } from '../html/components.js';
import { ago, remaining } from '../html/formats.js';
import { listCursor, listPage, NONE_HERE, Pager } from '../html/pager.js';
import { EnvironmentTag, StuckTag } from '../html/states.js';
import { isPermitted } from '../users/permissions.js';
import { ExportLinks } from './exportLinks.js';
import { FilterForm } from './filterForm.js';
import { listAddress, withQuery } from './listAddress.js';
import { listFilter } from './listFilter.js';

export async function stuckList(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  const { now, user } = request;
  const scope = business?.id ?? request.scope;
  const reason = requestedReason(request);
  const filtered = listFilter(request, { without: UNFILTERED, own: reason ? ['motivo'] : [] });
  const cursor = listCursor(request);
  const only = { scope, reason, only: filtered.filter, ...cursor };
  const [counts, found] = await Promise.all([
    request.read((db) => countStuckDocuments(db, scope)),
    request.read((db) => listStuckDocuments(db, only)),
  ]);
  const list = listPage(found, cursor);
  const untouched = await causeOfUntouched(request, list.rows);
  const kept = { ver: 'detenidas', ruc: business?.ruc, motivo: reason };
  const href = (more: Record<string, string>) =>
    listAddress({ ...kept, ...filtered.given, ...more });
  const plans = list.rows.length > 0 && isPermitted(user.role, 'operations.see');
  const selects = plans && isPermitted(user.role, 'operations.act');
  return (
    <>
      <div class="toolbar">
        {counts.length > 0 && <ReasonLinks counts={counts} reason={reason} href={href} now={now} />}
        <FilterForm
          list={filtered}
          kept={kept}
          without={UNFILTERED}
          chooseBusiness={business === undefined}
        />
      </div>
      {list.rows.length === 0 ? (
        <Empty>{emptyText(cursor.from, filtered.words)}</Empty>
      ) : (
        <StuckRows rows={list.rows} untouched={untouched} now={now} selects={selects} />
      )}
      {plans && reason !== 'without_cdr' && <BulkLink query={{ ...kept, ...filtered.given }} />}
      {list.rows.length > 0 && (
        <ExportLinks request={request} query={{ ...kept, ...filtered.given }} clients={false} />
      )}
      <Pager
        list={list}
        keyOf={({ documentId }) => documentId}
        href={href}
        label="Páginas de detenidas"
      />
    </>
  );
}

/** The state of what is stuck is its reason, which this list reads by itself where it is one. */
export const UNFILTERED = ['estado', 'motivo', 'respuesta_desde'];

function emptyText(from: number | undefined, words: readonly string[]): string {
  if (from !== undefined) return NONE_HERE;
  return words.length > 0
    ? `Ninguna referencia detenida es así: ${words.join(' · ')}.`
    : 'No hay referencias detenidas.';
}

export function requestedReason({ query }: AuthenticatedRequest): StuckReason | undefined {
  const reason = query('motivo');
  return Object.hasOwn(STUCK, reason) ? (reason as StuckReason) : undefined;
}

/** @param query what the address of the list holds: the plan is for the same references */
const BulkLink = (props: { query: Record<string, string | undefined> }): VNode => (
  <p>
    <a href={withQuery('/operaciones/nueva', props.query)}>
      Reanudar en bloque todas las de esta lista
    </a>
  </p>
);

interface ReasonLinksProps {
  counts: Awaited<ReturnType<typeof countStuckDocuments>>;
  reason: StuckReason | undefined;
  href(more: Record<string, string>): string;
  now: Date;
}

function ReasonLinks({ counts, reason, href, now }: ReasonLinksProps): VNode {
  const total = counts.reduce((sum, each) => sum + each.count, 0);
  return (
    <nav aria-label="Por motivo">
      <ul class="row">
        <li>
          <a href={href({ motivo: '' })} {...(reason ? {} : { 'aria-current': 'true' as const })}>
            Todas ({countText(total)})
          </a>
        </li>
        {counts.map((each) => (
          <li key={each.reason}>
            <a
              href={href({ motivo: each.reason })}
              {...(each.reason === reason ? { 'aria-current': 'true' as const } : {})}
            >
              {STUCK[each.reason]} ({countText(each.count)}, la más antigua hace{' '}
              {ago(each.oldest, now)})
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The query stops counting at MAX_COUNTED. */
const countText = (found: number): string =>
  found >= MAX_COUNTED ? `${count(MAX_COUNTED)} o más` : count(found);

const HEAD = ['Referencia', 'Qué pasa', 'Por qué', 'Plazo de SUNAT', 'Comprobante', 'Hace'];

interface StuckTableProps {
  rows: readonly StuckDocument[];
  untouched: string;
  now: Date;
  /** With a check box in each row. */
  selects: boolean;
}

const StuckRows = (props: StuckTableProps): VNode =>
  props.selects ? (
    <SelectionForm>
      <StuckTable {...props} />
    </SelectionForm>
  ) : (
    <StuckTable {...props} />
  );

const StuckTable = ({ rows, untouched, now, selects }: StuckTableProps): VNode => (
  <Table
    caption="Detenidas, la más antigua primero"
    quiet
    compact
    head={selects ? ['Elegir', ...HEAD] : HEAD}
    rows={rows.map((each) => [
      ...(selects ? [<SelectBox {...each} />] : []),
      <>
        <a href={`/referencias/${each.documentId}`}>{each.reference}</a>
        <span class="second">{each.legalName}</span>
      </>,
      <StuckTag reason={each.reason} />,
      detailOf(each, untouched),
      <Deadline at={each.deadline} now={now} />,
      <>
        <span class="number">
          {each.series}-{each.number}
        </span>{' '}
        <EnvironmentTag environment={each.environment} />
      </>,
      <span class="number">{ago(each.since, now)}</span>,
    ])}
  />
);

/** Until when the authority takes the document; one that has an answer has no deadline. */
const Deadline = ({ at, now }: { at: string | null; now: Date }): VNode | null =>
  at === null ? null : (
    <>
      <span class="number">{remaining(at, limaToday(now))}</span>
      <span class="second">{peruvianDate(at)}</span>
    </>
  );

/** What holds documents that no worker has claimed is the same for all of them. */
export const causeOfUntouched = async (
  request: AuthenticatedRequest,
  rows: readonly StuckDocument[],
): Promise<string> =>
  rows.some(({ reason }) => reason === 'untouched') ? whyUntouched(request) : '';

/** Why it is stuck, in words. The error of a pause is often the reason of the pause. */
export const detailOf = (each: StuckDocument, untouched: string): string =>
  [
    ...new Set([
      each.reason === 'untouched' && untouched,
      each.reviewReason ? REVIEW[each.reviewReason] : each.waitClass && WAITING[each.waitClass],
      each.pauseReason,
      each.lastError ? hideQuotedValues(plainError(each.lastError)) : each.lastCode,
    ]),
  ]
    .filter(Boolean)
    .join(' · ');
