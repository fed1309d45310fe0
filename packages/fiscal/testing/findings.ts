/** Lists the faults and warnings of a sale as 'path code', for tests. */
import { check } from '../src/check.js';
import type { Sale } from '../src/sale.js';
import { price } from '../src/totals.js';
import { CONTEXT } from './aSale.js';

const line = ({ at, code }: { at: (string | number)[]; code?: string }) =>
  `${at.join('.')} ${code ?? '-'}`;

export function faultsOf(sale: Sale, context = CONTEXT): string[] {
  return check(price(sale), context).faults.map(line);
}

export function warningsOf(sale: Sale, context = CONTEXT): string[] {
  return check(price(sale), context).warnings.map(line);
}
