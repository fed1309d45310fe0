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

const [ZERO, POINT, MINUS] = [0x30, 0x2e, 0x2d];

export function createByteWriter(): ByteWriter {
  let bytes = Buffer.allocUnsafe(FIRST_SIZE);
  let end = 0;
  const reserve = (more: number) => {
    if (end + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (end + more));
    bytes.copy(larger, 0, 0, end);
    bytes = larger;
  };
  /** Writes a whole number that is not negative. */
  const whole = (value: number) => {
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    let rest = value;
    for (let at = end + digits - 1; at >= end; at--) {
      const tenth = rest < MOST_BITS ? (rest / 10) | 0 : Math.floor(rest / 10);
      bytes[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
    end += digits;
  };
  return {
    text(text) {
      reserve(text.length);
      if (text.length > SHORT) end += bytes.write(text, end, 'latin1');
      else for (let i = 0; i < text.length; i++) bytes[end++] = text.charCodeAt(i);
    },
    number(value) {
      reserve(MOST_DIGITS);
      if (value >= 0 && Number.isInteger(value)) return whole(value);
      const thousandths = Math.round(Math.abs(value) * 1000);
      if (value < 0 && thousandths > 0) bytes[end++] = MINUS;
      const before = Math.floor(thousandths / 1000);
      whole(before);
      const after = thousandths - 1000 * before;
      if (after === 0) return;
      bytes[end++] = POINT;
      const tenths = (after / 100) | 0;
      const hundredths = ((after / 10) | 0) - 10 * tenths;
      const last = after % 10;
      bytes[end++] = ZERO + tenths;
      if (hundredths + last > 0) bytes[end++] = ZERO + hundredths;
      if (last > 0) bytes[end++] = ZERO + last;
    },
    length: () => end,
    take() {
      const taken = bytes.subarray(0, end);
      end = 0;
      return taken;
    },
  };
}

/** Below it, a division of whole numbers is one of 32 bits. */
const MOST_BITS = 2 ** 31;
/** Of a number below 10^21, with its sign and decimals. */
const MOST_DIGITS = 32;
