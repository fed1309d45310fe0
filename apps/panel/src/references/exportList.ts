/**
 * A list of references as CSV, with the filters of its address: read page by page while it is sent,
 * and noted in the audit. Clients are masked as in the list, unless a user who may see them asks
 * for their data.
 */
import {
  type Business,
  type DocumentSummary,
  filterDocuments,
  listStuckDocuments,
  recordAct,
  type StuckDocument,
  type StuckReason,
} from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import { ENVIRONMENT, KIND, STUCK, stateText } from '@rafaga/operations';
import { requestedBusiness, UNKNOWN_RUC } from '../businesses/requestedBusiness.js';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { csvChunks } from '../html/csv.js';
import { sortableMoment } from '../html/formats.js';
import { archivedLine } from './archivedMonths.js';
import { type FilteredTab, ISSUED, PENDING, REJECTED } from './filteredList.js';
import { type ListFilter, listFilter } from './listFilter.js';
import { maskedText } from './maskedDetails.js';
import { maskDocument, maskName } from './masks.js';
import { causeOfUntouched, detailOf, requestedReason, UNFILTERED } from './stuckList.js';

export const exportMasked = (request: AuthenticatedRequest): Promise<PageResponse> =>
  exportList(request, { masked: true });
export const exportRevealed = (request: AuthenticatedRequest): Promise<PageResponse> =>
  exportList(request, { masked: false });

const TABS: Readonly<Record<string, FilteredTab>> = {
  pendientes: PENDING,
  rechazadas: REJECTED,
  emitidas: ISSUED,
};

async function exportList(
  request: AuthenticatedRequest,
  { masked }: { masked: boolean },
): Promise<PageResponse> {
  const business = await requestedBusiness(request);
  if (business === 'unknown') throw new PageRefusal(404, UNKNOWN_RUC);
  const name = request.query('ver');
  const tab = Object.hasOwn(TABS, name) ? TABS[name] : undefined;
  const list = listFilter(request, { without: tab?.without ?? UNFILTERED, states: tab?.states });
  const reason = tab ? undefined : requestedReason(request);
  const words = [...(reason ? [STUCK[reason]] : []), ...list.words];
  const rows = tab
    ? documentRows(request, { tab, list, business, masked })
    : stuckRows(request, { list, business, reason });
  await recordAct(request.deps.db, request.by(), {
    action: 'list.export',
    businessId: business?.id,
    after: {
      lista: tab?.tab ?? 'detenidas',
      filtros: words.join(' · ') || 'ninguno',
      clientes: masked ? 'ocultos' : 'a la vista',
    },
  });
  const file = `referencias-${tab?.tab ?? 'detenidas'}-${limaToday(request.now)}.csv`;
  return {
    kind: 'stream',
    type: 'text/csv; charset=utf-8',
    name: file,
    chunks: csvChunks(tab ? DOCUMENT_HEAD : STUCK_HEAD, rows),
  };
}

/** Rows that are read at once, and held until the browser has taken them. */
const PAGE = 500;

interface DocumentRows {
  tab: FilteredTab;
  list: ListFilter;
  business: Business | undefined;
  masked: boolean;
}

async function* documentRows(
  request: AuthenticatedRequest,
  { tab, list, business, masked }: DocumentRows,
): AsyncGenerator<string[][]> {
  const { read, scope } = request;
  const filter = { ...tab.filter, ...list.filter, scope: business?.id ?? scope };
  let from: number | null | undefined;
  while (from !== null) {
    const query = { from, limit: PAGE, newestFirst: tab.newestFirst };
    const { rows, lookedTo } = await read((db) => filterDocuments(db, filter, query));
    yield rows.map((row) => documentCells(row, masked));
    from = rows.length === PAGE ? (rows.at(-1)?.documentId ?? null) : lookedTo;
  }
  // a pending document keeps its month open
  const archived = tab === PENDING ? undefined : await archivedLine(request, filter);
  if (archived !== undefined) yield [DOCUMENT_HEAD.map((_, at) => (at === 0 ? archived : ''))];
}

const DOCUMENT_HEAD = [
  ...['Referencia', 'Id', 'Tipo', 'Serie', 'Número', 'Estado', 'Código de SUNAT', 'Respuesta'],
  ...['Moneda', 'Total', 'Documento del cliente', 'Cliente', 'RUC del negocio', 'Ambiente'],
  ...['Fecha de emisión', 'Creado (hora de Lima)', 'SUNAT lo recibe hasta'],
];

const documentCells = (row: DocumentSummary, masked: boolean): string[] => [
  row.reference,
  String(row.documentId),
  KIND[row.kind],
  row.series,
  String(row.number),
  stateText(row),
  row.code ?? row.emission?.lastCode ?? '',
  (masked ? maskedText(row.description) : row.description) ?? '',
  row.currency,
  row.total,
  masked ? maskDocument(row.clientDocument) : row.clientDocument,
  masked ? maskName(row.clientName) : row.clientName,
  row.ruc,
  ENVIRONMENT[row.environment],
  row.issueDate,
  sortableMoment(row.createdAt),
  row.emission?.deadline ?? '',
];

interface StuckRows {
  list: ListFilter;
  business: Business | undefined;
  reason: StuckReason | undefined;
}

async function* stuckRows(
  request: AuthenticatedRequest,
  { list, business, reason }: StuckRows,
): AsyncGenerator<string[][]> {
  const scope = business?.id ?? request.scope;
  const filter = { scope, reason, only: list.filter, limit: PAGE };
  let from: number | undefined;
  do {
    const page = { ...filter, from };
    const rows = await request.read((db) => listStuckDocuments(db, page));
    const untouched = await causeOfUntouched(request, rows);
    yield rows.map((row) => stuckCells(row, untouched));
    from = rows.length === PAGE ? rows.at(-1)?.documentId : undefined;
  } while (from !== undefined);
}

const STUCK_HEAD = [
  ...['Referencia', 'Id', 'Qué pasa', 'Desde (hora de Lima)', 'Tipo', 'Serie', 'Número'],
  ...['RUC del negocio', 'Negocio', 'Ambiente', 'SUNAT lo recibe hasta', 'Por qué'],
];

const stuckCells = (row: StuckDocument, untouched: string): string[] => [
  row.reference,
  String(row.documentId),
  STUCK[row.reason],
  sortableMoment(row.since),
  KIND[row.kind],
  row.series,
  String(row.number),
  row.ruc,
  row.legalName,
  ENVIRONMENT[row.environment],
  row.deadline ?? '',
  detailOf(row, untouched),
];
