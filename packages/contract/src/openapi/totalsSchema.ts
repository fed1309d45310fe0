/** The schema of the totals of a sale, in the record and in the 201. */
import { money, object } from './build.js';
import type { JsonSchema } from './types.js';

const TOTALS: Record<string, string> = {
  mto_oper_gravadas: 'Base gravada con IGV.',
  mto_oper_exoneradas: 'Total exonerado.',
  mto_oper_inafectas: 'Total inafecto.',
  mto_oper_exportacion: 'Total de exportación.',
  mto_oper_gratuitas: 'Total de operaciones gratuitas.',
  mto_igv: 'IGV.',
  mto_base_ivap: 'Base del IVAP, si lo hay.',
  mto_ivap: 'IVAP, si lo hay.',
  mto_base_isc: 'Base del ISC, si lo hay.',
  mto_isc: 'ISC, si lo hay.',
  icbper: 'Impuesto a las bolsas plásticas, si lo hay.',
  total_impuestos: 'Total de tributos.',
  valor_venta: 'Valor de venta, sin tributos.',
  sub_total: 'Valor de venta más tributos.',
  sum_otros_descuentos: 'Descuentos que no afectan la base.',
  sum_otros_cargos: 'Cargos que no afectan la base.',
  total_descuentos: 'Todos los descuentos, como información.',
  total_anticipos: 'Anticipos descontados.',
  redondeo: 'Redondeo.',
  mto_imp_venta: 'Importe total por pagar.',
};
const SELDOM = ['mto_base_ivap', 'mto_ivap', 'mto_base_isc', 'mto_isc', 'icbper'];

export const TOTALS_SCHEMA: JsonSchema = object(
  'Totales',
  Object.fromEntries(Object.entries(TOTALS).map(([name, about]) => [name, money(about)])),
  SELDOM,
);
