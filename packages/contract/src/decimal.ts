/** Converts JSON numbers to exact decimal text, read from their shortest text. */
import type { Decimal } from '@rafaga/fiscal';

/** A number of 0 to 10^12 as decimal text of at most `places` decimals, rounded half up. */
export function decimal(value: number, places = 10): Decimal {
  const text = String(value);
  if (text.length <= places + 2 && !text.includes('e')) return text;
  const plain = text.includes('e') ? expanded(text) : text;
  const point = plain.indexOf('.');
  return point < 0 || plain.length - point - 1 <= places ? plain : rounded(plain, point, places);
}

/** '1.5e-7' as '0.00000015'. The exponent is negative: numbers of 10^12 and more are refused. */
function expanded(text: string): string {
  const [mantissa, exponent] = text.split('e') as [string, string];
  return `0.${'0'.repeat(-Number(exponent) - 1)}${mantissa.replace('.', '')}`;
}

function rounded(plain: string, point: number, places: number): Decimal {
  const kept = BigInt(plain.slice(0, point) + plain.slice(point + 1, point + 1 + places));
  const up = plain.charCodeAt(point + 1 + places) >= 53;
  const digits = String(up ? kept + 1n : kept).padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A percent as a factor, shifted in its text: 8.2 becomes 0.082, which a division would miss. */
export function hundredth(percent: number): Decimal {
  const [whole = '0', fraction = ''] = decimal(percent, 8).split('.');
  const digits = whole.padStart(3, '0') + fraction;
  const point = digits.length - fraction.length - 2;
  const tail = digits.slice(point).replace(/0+$/, '');
  return tail === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${tail}`;
}
