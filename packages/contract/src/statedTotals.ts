/**
 * Compares the totals that a caller sent, of the sale and of its lines, with the computed ones:
 * another total is announced.
 */
import type { PricedLine, TotalsJson } from '@rafaga/fiscal';
import type { Warning } from './answer.js';
import type { Fields } from './fields/field.js';
import { lineAmounts } from './printed.js';
import { renderTotals } from './renderTotals.js';

/** The names of the totals that a body may hold. */
const STATED = [
  'mto_igv',
  'mto_imp_venta',
  'mto_oper_exoneradas',
  'mto_oper_exportacion',
  'mto_oper_gratuitas',
  'mto_oper_gravadas',
  'mto_oper_inafectas',
  'sub_total',
  'sum_otros_descuentos',
  'total_anticipos',
  'total_descuentos',
  'total_impuestos',
  'valor_venta',
] as const;

/** One notice for each total of a valid body that is not the computed one, to the céntimo. */
export function statedTotals(body: Fields, totals: TotalsJson): Warning[] {
  const sent = STATED.filter((name) => typeof body[name] === 'number');
  if (sent.length === 0) return [];
  const computed = renderTotals(totals);
  return sent.flatMap((name) => {
    const [given, own] = [body[name] as number, computed[name] ?? 0];
    if (Math.round(given * 100) === Math.round(own * 100)) return [];
    return [
      {
        at: [],
        field: name,
        code: 'total_distinto',
        text:
          `Enviaste ${name} ${given} y el comprobante lleva ${own.toFixed(2)}, calculado de sus ` +
          'líneas: comprueba qué cobró y corrige el cálculo de la caja.',
      },
    ];
  });
}

/** A till that rounds each line may differ by a céntimo. */
const LINE_TOLERANCE = 1;
/** The notices about lines: a till that is wrong in one is wrong in all. */
const MOST_LINE_NOTICES = 20;

/** One notice for each amount of a line of a valid body that is not the computed one. */
export function statedLineTotals(body: Fields, lines: readonly PricedLine[]): Warning[] {
  const notices: Warning[] = [];
  for (const [index, item] of (body.items as Fields[]).entries()) {
    const line = lines[index];
    if (line === undefined || notices.length >= MOST_LINE_NOTICES) break;
    if (LINE_TOTALS.some((name) => typeof item[name] === 'number'))
      notices.push(...otherLineTotals(item, index, line));
  }
  return notices.slice(0, MOST_LINE_NOTICES);
}

const LINE_TOTALS = ['mto_valor_venta', 'mto_base_igv', 'igv', 'total_impuestos'] as const;

function otherLineTotals(item: Fields, index: number, line: PricedLine): Warning[] {
  const computed = { mto_base_igv: Number(line.igv.base) / 100, ...lineAmounts(line) };
  return LINE_TOTALS.flatMap((name) => {
    // a till adds the IGV of a gift or leaves it out: both are usual
    if (name === 'total_impuestos' && line.priceType === '02') return [];
    const given = item[name];
    if (typeof given !== 'number') return [];
    const own = computed[name];
    if (Math.abs(Math.round(given * 100) - Math.round(own * 100)) <= LINE_TOLERANCE) return [];
    return [
      {
        at: [],
        field: `items.${index}.${name}`,
        code: 'total_distinto',
        text:
          `Enviaste ${name} ${given} y la línea lleva ${own.toFixed(2)}, calculado de su ` +
          'cantidad y su precio: corrige el cálculo de la caja.',
      },
    ];
  });
}
