/** An amount, or two as a range, as a person writes them: 118 · S/ 1,234.50 · 118,50 · 100-200. */
import { CURRENCIES, CURRENCY } from '@rafaga/fiscal';

export interface Amounts {
  /** Decimal text, both included. */
  least: string;
  most: string;
}

const literal = (text: string) => text.replace(/[$/]/g, '\\$&');
const SIGNS = ['$', ...CURRENCIES, ...CURRENCIES.map((code) => CURRENCY[code].symbol)];
const AMOUNT = new RegExp(
  `^(?:${SIGNS.map(literal).join('|')})?\\s*(\\d{1,3}(?:,\\d{3})+|\\d{1,12})(?:[.,](\\d{1,2}))?$`,
  'i',
);

export function readAmounts(text: string): Amounts | undefined {
  const [first = '', second, third] = text.split(/-|–|\ba\b/);
  if (third !== undefined) return undefined;
  const least = amountOf(first.trim());
  const most = second === undefined ? least : amountOf(second.trim());
  if (least === undefined || most === undefined) return undefined;
  return Number(least) <= Number(most) ? { least, most } : { least: most, most: least };
}

function amountOf(text: string): string | undefined {
  const [, whole, cents = ''] = AMOUNT.exec(text) ?? [];
  return whole && `${whole.replaceAll(',', '')}.${cents.padEnd(2, '0')}`;
}
