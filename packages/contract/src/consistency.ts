/**
 * Checks fields of a body against each other, without the business and today's date. The checks run
 * on bodies with other faults too, so they do not rely on the types of values.
 */
import type { Kind } from '@rafaga/fiscal';
import { isBlank } from './characters.js';
import type { Faults } from './faults.js';
import type { Fields } from './fields/field.js';
import { MAX_ITEMS } from './fields/sale.js';
import type { Details } from './messages.js';
import { isDate } from './numbers.js';
import { type DiscountAmounts, percentUnitOf } from './percentUnit.js';
import { received } from './received.js';
import { isObject } from './schemas/predicate.js';

/** Null means absent. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Neither an object nor a list: those may have a `toString` that is no function. */
const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

const MAX_EXTRAS_LENGTH = 20_000;
const RECEIPT_CLIENTS = ['0', '1', '4', '6', '7'];

export function checkConsistency(kind: Kind, body: Fields, faults: Faults): void {
  if (isObject(body.cliente)) checkClient(kind, body.cliente, body.tipo_operacion, faults);
  checkPayment(kind, body, faults);
  checkLines(body.items, faults);
  if (isGiven(body.leyendas) || isGiven(body.leyenda)) checkLegends(body, faults);
  if (isGiven(body.guias)) checkGuides(body.guias, faults);
  if (isGiven(body.descuentos_globales)) checkDiscounts(body.descuentos_globales, faults);
  if (isObject(body.detraccion))
    checkOperation(body.detraccion.tipo_operacion, body.tipo_operacion, faults);
  if (
    isObject(body.extras) &&
    !faults.has(['extras']) &&
    JSON.stringify(body.extras).length > MAX_EXTRAS_LENGTH
  )
    faults.add(['extras'], 'extras_large', { limite: MAX_EXTRAS_LENGTH });
}

/**
 * The specification requires a RUC in every invoice. SUNAT's rule 2800 admits another document in
 * an export (02xx), a sale to a non-resident (0401) or to a tourist (2106), and a DNI where a
 * person deducts expenses (0112).
 */
const WITHOUT_RUC = /^(?:02\d\d|0401|0112|2106)$/;

function checkClient(
  kind: Kind,
  { tipo_doc, num_doc }: Fields,
  operation: unknown,
  faults: Faults,
): void {
  const withoutRuc = typeof operation === 'string' && WITHOUT_RUC.test(operation);
  if (typeof tipo_doc === 'string' && !faults.has(['cliente', 'tipo_doc'])) {
    if (kind === 'factura' && tipo_doc !== '6' && !withoutRuc)
      faults.add(['cliente', 'tipo_doc'], 'invoice_needs_ruc');
    if (kind === 'boleta' && !RECEIPT_CLIENTS.includes(tipo_doc))
      faults.add(['cliente', 'tipo_doc'], 'one_of', {
        recibido: received(tipo_doc),
        valores: RECEIPT_CLIENTS.join(', '),
      });
  }
  if (typeof num_doc !== 'string') return;
  if (tipo_doc === '6' && !/^\d{11}$/.test(num_doc))
    faults.replace(['cliente', 'num_doc'], 'ruc_length');
  else if (tipo_doc === '6' && !/^[12]0/.test(num_doc))
    faults.replace(['cliente', 'num_doc'], 'ruc_prefix');
  else if (tipo_doc === '1' && !/^\d{8}$/.test(num_doc))
    faults.replace(['cliente', 'num_doc'], 'dni_length');
}

function checkPayment(
  kind: Kind,
  { forma_pago, cuotas, fecha_emision, fecha_vencimiento }: Fields,
  faults: Faults,
): void {
  const some = Array.isArray(cuotas) && cuotas.length > 0;
  if (forma_pago === 'Credito' && (!isGiven(cuotas) || (Array.isArray(cuotas) && !some)))
    faults.add(['cuotas'], 'credit_needs_instalments');
  if (some && (!isGiven(forma_pago) || forma_pago === 'Contado'))
    faults.add(['cuotas'], 'cash_has_instalments');
  if (!isDate(fecha_emision)) return;
  if (isDate(fecha_vencimiento) && fecha_vencimiento < fecha_emision)
    faults.add(['fecha_vencimiento'], 'due_first');
  if (!some) return;
  for (const [index, instalment] of cuotas.entries()) {
    const due = isObject(instalment) ? instalment.fecha_pago : undefined;
    if (isDate(due) && (due < fecha_emision || (kind === 'factura' && due === fecha_emision)))
      faults.add(
        ['cuotas', index, 'fecha_pago'],
        kind === 'factura' ? 'instalment_first' : 'instalment_before',
      );
  }
}

function checkLines(items: unknown, faults: Faults): void {
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return;
  for (let index = 0; index < items.length && !faults.full; index++) {
    const line: unknown = items[index];
    if (
      isObject(line) &&
      !isGiven(line.tip_sis_isc) &&
      (isSome(line.isc) || isSome(line.porcentaje_isc))
    )
      faults.add(['items', index, 'tip_sis_isc'], 'isc_system');
  }
}

const isSome = (value: unknown): boolean => typeof value === 'number' && value > 0;

function checkLegends({ leyenda, leyendas }: Fields, faults: Faults): void {
  const seen = new Set<unknown>();
  for (const [index, legend] of Array.isArray(leyendas) ? leyendas.entries() : []) {
    if (!isObject(legend) || typeof legend.code !== 'string') continue;
    if (seen.has(legend.code)) faults.add(['leyendas', index, 'code'], 'repeated_legend');
    seen.add(legend.code);
  }
  if (typeof leyenda === 'string' && !isBlank(leyenda) && seen.has('1000'))
    faults.add(['leyenda'], 'repeated_legend');
}

function checkGuides(guias: unknown, faults: Faults): void {
  const seen = new Set<string>();
  for (const [index, guide] of Array.isArray(guias) ? guias.entries() : []) {
    if (!isObject(guide) || ![guide.tipo_doc, guide.nro_doc].every(isPlain)) continue;
    const name = `${guide.tipo_doc} ${guide.nro_doc}`;
    if (seen.has(name)) faults.add(['guias', index, 'nro_doc'], 'repeated_guide');
    seen.add(name);
  }
}

function checkDiscounts(discounts: unknown, faults: Faults): void {
  for (const [index, discount] of Array.isArray(discounts) ? discounts.entries() : []) {
    if (!isObject(discount) || faults.has(['descuentos_globales', index])) continue;
    if (![discount.porcentaje, discount.monto, discount.monto_base].every(isPlain)) continue;
    if (percentUnitOf(discount as DiscountAmounts) !== 'inconsistent') continue;
    // any of the three may be the wrong one
    const told = readings(discount as DiscountAmounts);
    for (const field of ['porcentaje', 'monto', 'monto_base'])
      faults.add(['descuentos_globales', index, field], 'discount_reading', told);
  }
}

function readings({ porcentaje, monto, monto_base }: DiscountAmounts): Details {
  const [rate = 0, base = 0] = [porcentaje ?? 0, monto_base ?? 0];
  const [asPercent, asFactor] = [(rate * base) / 100, rate * base].map((one) => one.toFixed(2));
  return {
    valores: `${rate} de la base ${base} es ${asPercent} o, como factor, ${asFactor}`,
    recibido: received(monto, 'number'),
  };
}

function checkOperation(own: unknown, header: unknown, faults: Faults): void {
  if (isGiven(own) && isGiven(header) && own !== header)
    faults.add(['detraccion', 'tipo_operacion'], 'operation_twice');
}
