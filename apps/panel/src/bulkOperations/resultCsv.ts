/** The result of an operation as CSV: each reference with what was done to it. */
import { listOperationItems, type Operation, type OperationItem, recordAct } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { csvChunks } from '../html/csv.js';
import { instant } from '../html/formats.js';
import { requestedOperation } from './operationPage.js';
import { currentState, itemText } from './operationWords.js';

const HEAD = [
  'referencia',
  'comprobante',
  'ruc',
  'negocio',
  'moneda',
  'total',
  'qué se hizo',
  'cuándo (hora de Lima)',
  'cómo está ahora',
];

export async function resultCsv(request: AuthenticatedRequest): Promise<PageResponse> {
  const operation = await requestedOperation(request);
  const { deps, by } = request;
  await recordAct(deps.db, by(), { action: 'operation.export', after: { id: operation.id } });
  return {
    kind: 'stream',
    chunks: csvChunks(HEAD, pagesOf(request, operation)),
    type: 'text/csv; charset=utf-8',
    name: `operacion-${operation.id}.csv`,
  };
}

const PAGE_ROWS = 500;

async function* pagesOf({ deps }: AuthenticatedRequest, operation: Operation) {
  for (let from = 0; ; ) {
    const page = { from, back: false, limit: PAGE_ROWS };
    const items = await listOperationItems(deps.db, operation.id, page);
    yield items.map((item) => cellsOf(item, operation));
    const last = items.at(-1);
    if (!last || items.length < PAGE_ROWS) return;
    from = last.position;
  }
}

const cellsOf = (item: OperationItem, operation: Operation): string[] => [
  item.reference ?? '',
  `${KIND[item.kind]} ${item.series}-${item.number}`,
  item.ruc,
  item.legalName,
  item.currency ?? '',
  item.total ?? '',
  itemText(item, operation),
  item.at ? instant(item.at) : '',
  currentState(item)[1],
];
