/** Text and amounts as canonical XML 1.0 has them, so that the bytes written are the bytes that are digested. */
import { type Cents, CURRENCY, type Currency, centsText, type Scaled, scaledText } from '@rafaga/fiscal';

/** Text between tags. A carriage return is written as a reference, or every parser would drop it. */
export function text(value: string): string {
  return /[&<>\r]/.test(value) ? value.replace(/[&<>\r]/g, (sign) => TEXT[sign as keyof typeof TEXT]) : value;
}

/** A value between double quotes. */
export function attribute(value: string): string {
  return /[&<"\t\n\r]/.test(value) ? value.replace(/[&<"\t\n\r]/g, (sign) => ATTRIBUTE[sign as keyof typeof ATTRIBUTE]) : value;
}

/** An amount with its currency, which SUNAT wants on every one (2071). */
export function amount(tag: AmountTag, currency: Currency, value: Cents): string {
  return OPEN[currency][tag] + centsText(value) + CLOSE[tag];
}

/** A unit price, of up to ten decimals. */
export function unitAmount(tag: AmountTag, currency: Currency, value: Scaled): string {
  return OPEN[currency][tag] + twoPlaces(value) + CLOSE[tag];
}

/** At least two decimals, as the guides write rates and prices: 18n * ONE is '18.00'. */
export function twoPlaces(value: Scaled): string {
  const written = scaledText(value);
  const point = written.indexOf('.');
  if (point === -1) return `${written}.00`;
  return written.length - point < 3 ? `${written}0` : written;
}

const TEXT = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' } as const;
const ATTRIBUTE = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' } as const;

const AMOUNT_TAGS = [
  'AllowanceTotalAmount',
  'Amount',
  'BaseAmount',
  'ChargeTotalAmount',
  'LineExtensionAmount',
  'PaidAmount',
  'PayableAmount',
  'PayableRoundingAmount',
  'PerUnitAmount',
  'PrepaidAmount',
  'PriceAmount',
  'TaxAmount',
  'TaxInclusiveAmount',
  'TaxableAmount',
] as const;
type AmountTag = (typeof AMOUNT_TAGS)[number];

/** Made once: a document of 500 lines writes some four thousand amounts. */
const OPEN = table(Object.keys(CURRENCY) as Currency[], (currency) => table(AMOUNT_TAGS, (tag) => `<cbc:${tag} currencyID="${currency}">`));
const CLOSE = table(AMOUNT_TAGS, (tag) => `</cbc:${tag}>`);

function table<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}
