/** The discounts and charges of the whole document, one row for each kind. */
import {
  ALLOWANCE,
  type Cents,
  isIgvOrIvap,
  ONE,
  type PricedAllowance,
  type PricedSale,
  part,
  sum,
} from '@rafaga/fiscal';
import { share } from '../words.js';
import { addend, isShareOf, type Step } from './lineSteps.js';

export type { Step } from './lineSteps.js';

/** SUNAT calls discounts and charges that do not change the base of the IGV “otros”. */
const LABEL: Readonly<Record<string, string>> = {
  '01': 'Otros dsctos. de línea',
  '02': 'Descuento global',
  '03': 'Otros descuentos',
  '45': 'FISE',
  '46': 'Recargo al consumo',
  '48': 'Otros cargos de línea',
  '49': 'Cargo global',
  '50': 'Otros cargos',
  '63': 'Retención de renta',
};

/**
 * @param effect those that change the taxable base, without tax, or those that change only the
 *   payable amount, which include those of lines
 */
export function adjustmentsOf(priced: PricedSale, effect: 'base' | 'price'): Step[] {
  const { allowances, lines } = priced;
  const ofLines = effect === 'price' ? lines.flatMap((line) => line.allowances) : [];
  const own = [...ofLines, ...allowances].filter(({ code }) => effectOf(code) === effect);
  return byKind(own, wholesOf(priced));
}

/** The adjustments of the document, with the taxes that they change. */
export function grossAdjustments(priced: PricedSale): Step[] {
  const { sale, lines, totals, allowances } = priced;
  const wholes = wholesOf(priced);
  const base = byKind(
    allowances.filter(({ code }) => effectOf(code) === 'base'),
    wholes,
  );
  const price = byKind(
    allowances.filter(({ code }) => effectOf(code) === 'price'),
    wholes,
  );
  const taxed = lines.find(({ igv }) => isIgvOrIvap(igv.tax));
  const gross = base.map(({ label, amount }) => ({
    label,
    amount: part(amount, ONE + (taxed?.igv.percent ?? 0n) / 100n),
  }));
  const whole = totals.payable + totals.prepaid - sum(lines, (line) => addend(line, sale));
  const left = whole - total(price) - total(gross);
  return [
    ...gross.map((row, i) => (i === 0 ? { ...row, amount: row.amount + left } : row)),
    ...price,
  ];
}

const effectOf = (code: string) => ALLOWANCE[code]?.effect;
const total = (rows: readonly Step[]): Cents => sum(rows, ({ amount }) => amount);

/** The sums of the lines above the first discount. */
interface Wholes {
  /** Without tax. */
  value: Cents;
  /** With taxes. */
  paid: Cents;
}

const wholesOf = ({ lines }: PricedSale): Wholes => ({
  value: sum(lines, ({ priceType, value }) => (priceType === '02' ? 0n : value)),
  paid: sum(lines, ({ total: amount }) => amount),
});

function byKind(allowances: readonly PricedAllowance[], wholes: Wholes): Step[] {
  const kinds = new Map<string, PricedAllowance[]>();
  for (const one of allowances) kinds.set(one.code, [...(kinds.get(one.code) ?? []), one]);
  return [...kinds].map(([code, own]) => ({
    label: `${LABEL[code] ?? ALLOWANCE[code]?.label ?? code}${shareOf(own, wholes)}`,
    amount: sum(own, ({ charge, amount }) => (charge ? amount : -amount)),
  }));
}

/**
 * The factor of a discount or charge that is the only one of its kind, if its amount is that share
 * of all lines. Of a service charge only the share of their value counts: it is at most 13 % of it
 * (Decreto Ley 25988; Oficio SUNAT 257-2003).
 */
function shareOf([only, ...others]: readonly PricedAllowance[], { value, paid }: Wholes): string {
  if (!only || others.length > 0 || OF_LINES.has(only.code)) return '';
  const isOfValue = effectOf(only.code) === 'base' || only.code === SERVICE_CHARGE;
  return isShareOf(only.factor, only.amount, isOfValue ? value : paid) ? share(only.factor) : '';
}

const SERVICE_CHARGE = '46';
const OF_LINES: ReadonlySet<string> = new Set(['01', '48']);
