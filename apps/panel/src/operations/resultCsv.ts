/** The result of an operation as CSV: each reference with what was done to it. */
import { listOperationItems, type Operation, type OperationItem } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { instant } from '../html/formats.js';
import { requestedOperation } from './operationPage.js';
import { currentState, itemText } from './operationWords.js';
import { MAX_PLANNED } from './requestedPlan.js';

const HEAD = [
  'referencia',
  'comprobante',
  'ruc',
  'negocio',
  'moneda',
  'total',
  'qué se hizo',
  'cuándo',
  'cómo está ahora',
];

export async function resultCsv(request: AuthenticatedRequest): Promise<PageResponse> {
  const operation = await requestedOperation(request);
  const items = await listOperationItems(request.deps.db, operation.id, {
    back: false,
    limit: MAX_PLANNED,
  });
  const lines = [HEAD, ...items.map((item) => cellsOf(item, operation))].map(csvLine);
  return {
    kind: 'file',
    // Excel reads UTF-8 only after a byte order mark
    content: Buffer.from(`\ufeff${lines.join('')}`),
    type: 'text/csv; charset=utf-8',
    name: `operacion-${operation.id}.csv`,
  };
}

const cellsOf = (item: OperationItem, operation: Operation): string[] => [
  item.reference,
  `${KIND[item.kind]} ${item.series}-${item.number}`,
  item.ruc,
  item.legalName,
  item.currency,
  item.total,
  itemText(item, operation),
  item.at ? instant(item.at) : '',
  currentState(item)[1],
];

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const csvLine = (cells: readonly string[]): string =>
  `${cells
    .map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`)
    .join(',')}\r\n`;
