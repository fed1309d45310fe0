/** Compares the totals that a caller sent with the computed ones: another total is announced. */
import type { TotalsJson } from '@rafaga/fiscal';
import type { Warning } from './answer.js';
import type { Fields } from './fields/field.js';
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
