/** Text and amounts as canonical XML 1.0 has them, so that the bytes written are the bytes that are digested. */
import type { Cents, Scaled } from '@rafaga/fiscal';

/** Text between tags. A carriage return is written as a reference, or every parser would drop it. */
export function text(value: string): string {
  return /[&<>\r]/.test(value) ? value.replace(/[&<>\r]/g, (sign) => TEXT[sign as keyof typeof TEXT]) : value;
}

/** A value between double quotes. */
export function attribute(value: string): string {
  return /[&<"\t\n\r]/.test(value) ? value.replace(/[&<"\t\n\r]/g, (sign) => ATTRIBUTE[sign as keyof typeof ATTRIBUTE]) : value;
}

/** '118.00': whole céntimos, always two decimals. */
export function cents(value: Cents): string {
  if (value < 0n) return `-${cents(-value)}`;
  const digits = String(value).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A quantity, price, rate or factor: as few decimals as it has, at least `atLeast` and at most ten. */
export function scaled(value: Scaled, atLeast = 0): string {
  const digits = String(value).padStart(11, '0');
  const whole = digits.slice(0, -10);
  let end = digits.length;
  const least = digits.length - 10 + atLeast;
  while (end > least && digits.charCodeAt(end - 1) === 48) end -= 1;
  return end === digits.length - 10 ? whole : `${whole}.${digits.slice(-10, end)}`;
}

/** Exact decimal text with at least two decimals: '100' is '100.00'. */
export function decimal(value: string): string {
  const point = value.indexOf('.');
  if (point === -1) return `${value}.00`;
  return value.length - point < 3 ? `${value}0` : value;
}

const TEXT = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' } as const;
const ATTRIBUTE = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' } as const;
