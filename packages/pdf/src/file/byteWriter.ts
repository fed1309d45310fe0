/** Collects text and numbers as bytes in one buffer, which grows with what is written. */

export interface ByteWriter {
  /** Writes characters up to U+00FF, a byte each. */
  text(text: string): void;
  /** Writes a number with three decimals at most. */
  number(value: number): void;
  /** The number of bytes so far. */
  length(): number;
  /** Returns the bytes so far, which are valid until the next write, and starts again. */
  take(): Buffer;
}

const FIRST_SIZE = 32 * 1024;
/** A longer text is written faster by a call of Node. */
const SHORT = 48;

const [POINT, MINUS] = [0x2e, 0x2d];
/** The three digits of each number below a thousand, four bytes apart. */
const DIGITS = new Uint8Array(4 * 1000);
for (let value = 0; value < 1000; value++)
  DIGITS.set(Buffer.from(String(value).padStart(3, '0')), 4 * value);

export function createByteWriter(): ByteWriter {
  let bytes = Buffer.allocUnsafe(FIRST_SIZE);
  let end = 0;
  const reserve = (more: number) => {
    if (end + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (end + more));
    bytes.copy(larger, 0, 0, end);
    bytes = larger;
  };
  return {
    text(text) {
      const { length } = text;
      reserve(length);
      if (length > SHORT) bytes.write(text, end, 'latin1');
      else for (let i = 0; i < length; i++) bytes[end + i] = text.charCodeAt(i);
      end += length;
    },
    number(value) {
      reserve(MOST_DIGITS);
      if (value >= 0 && Number.isInteger(value)) end = writeWhole(bytes, end, value);
      else end = writeDecimal(bytes, end, value);
    },
    length: () => end,
    take() {
      const taken = bytes.subarray(0, end);
      end = 0;
      return taken;
    },
  };
}

/** Of a number below 10^21, with its sign and decimals. */
const MOST_DIGITS = 32;

/** Writes a number that is not negative at this place; returns the place after it. */
function writeWhole(to: Buffer, place: number, value: number): number {
  let at = place;
  if (value < 1000) {
    if (value >= 100) to[at++] = DIGITS[4 * value] as number;
    if (value >= 10) to[at++] = DIGITS[4 * value + 1] as number;
    to[at++] = DIGITS[4 * value + 2] as number;
    return at;
  }
  const thousands = Math.floor(value / 1000);
  const digits = 4 * (value - 1000 * thousands);
  at = writeWhole(to, at, thousands);
  to[at++] = DIGITS[digits] as number;
  to[at++] = DIGITS[digits + 1] as number;
  to[at++] = DIGITS[digits + 2] as number;
  return at;
}

function writeDecimal(to: Buffer, place: number, value: number): number {
  let at = place;
  const thousandths = Math.round(Math.abs(value) * 1000);
  const whole = Math.floor(thousandths / 1000);
  const rest = thousandths - 1000 * whole;
  if (value < 0 && thousandths > 0) to[at++] = MINUS;
  at = writeWhole(to, at, whole);
  if (rest === 0) return at;
  to[at++] = POINT;
  to[at++] = DIGITS[4 * rest] as number;
  if (rest % 100 > 0) to[at++] = DIGITS[4 * rest + 1] as number;
  if (rest % 10 > 0) to[at++] = DIGITS[4 * rest + 2] as number;
  return at;
}
