/**
 * Encodes a text as the codewords of a QR of level Q (ISO/IEC 18004), which SUNAT requires. The
 * library that makes the rest of the QR takes five times as long for this part.
 */

export interface Codewords {
  /** 1 to 40: the smallest in which the text fits. */
  version: number;
  /** In the order in which they are placed: first the text's, then the error correction's. */
  bytes: Uint8Array;
}

/** By version: the error correction codewords in a block, and the number of blocks. */
const CORRECTING = [
  13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30,
  30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34,
  35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
];

/** @throws Error when the text fits in no QR */
export function codewordsOf(text: string): Codewords {
  const segments = segmentsOf(text);
  for (let version = 1; version <= BLOCKS.length; version++) {
    const blocks = BLOCKS[version - 1] as number;
    const correcting = CORRECTING[version - 1] as number;
    const all = codewordCount(version);
    const room = all - blocks * correcting;
    if (bitsOf(segments, version) > 8 * room) continue;
    const data = encoded(segments, version, room);
    return { version, bytes: interleaved(data, all, blocks, correcting) };
  }
  throw new Error('the text is too long for a QR');
}

/** The number of whole codewords in the modules that belong to no pattern. */
function codewordCount(version: number): number {
  const without = (16 * version + 128) * version + 64;
  const across = Math.floor(version / 7) + 2;
  const alignment = version === 1 ? 0 : (25 * across - 10) * across - 55;
  const numbered = version < 7 ? 0 : 36;
  return (without - alignment - numbered) >> 3;
}

interface Segment {
  /** Whether the segment has only digits; otherwise it has bytes. */
  numeric: boolean;
  bytes: Buffer;
}

/** A run of digits this long takes fewer bits as a segment of its own. */
const SEGMENTS = /\d{6,}|(?:(?!\d{6}).)+/gs;
const NUMERIC = /^\d{6}/;

const segmentsOf = (text: string): Segment[] =>
  (text.match(SEGMENTS) ?? []).map((part) => ({
    numeric: NUMERIC.test(part),
    bytes: Buffer.from(part),
  }));

/** The number of bits that hold the number of characters. */
const countBits = (numeric: boolean, version: number): number =>
  numeric ? (version < 10 ? 10 : version < 27 ? 12 : 14) : version < 10 ? 8 : 16;

/** The bits of one or two digits that are left after whole groups of three, by their number. */
const DIGIT_BITS = [0, 4, 7, 10] as const;
const MODE_BITS = 4;

function bitsOf(segments: readonly Segment[], version: number): number {
  let bits = 0;
  for (const { numeric, bytes } of segments) {
    const { length } = bytes;
    const left = DIGIT_BITS[length % 3] as number;
    bits += MODE_BITS + countBits(numeric, version);
    bits += numeric ? 10 * Math.floor(length / 3) + left : 8 * length;
  }
  return bits;
}

const [NUMERIC_MODE, BYTE_MODE] = [1, 4];
/** Fill the codewords that the text leaves, alternately. */
const [PAD, OTHER_PAD] = [0xec, 0x11];

function encoded(segments: readonly Segment[], version: number, room: number): Uint8Array {
  const data = new Uint8Array(room);
  let end = 0;
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--, end++)
      if ((value >>> bit) & 1) data[end >> 3] = (data[end >> 3] as number) | (0x80 >> (end & 7));
  };
  for (const { numeric, bytes } of segments) {
    put(numeric ? NUMERIC_MODE : BYTE_MODE, MODE_BITS);
    put(bytes.length, countBits(numeric, version));
    if (!numeric) for (const byte of bytes) put(byte, 8);
    else
      for (let at = 0; at < bytes.length; at += 3) {
        const digits = bytes.toString('latin1', at, at + 3);
        put(Number(digits), DIGIT_BITS[digits.length as 1 | 2 | 3]);
      }
  }
  // four zeros end the text where there is room for them
  let padding = PAD;
  for (let at = Math.min(room, (end + MODE_BITS + 7) >> 3); at < room; at++) {
    data[at] = padding;
    padding = padding === PAD ? OTHER_PAD : PAD;
  }
  return data;
}

/**
 * The first codeword of every block, then the second, and so on; the last blocks may have one more.
 */
function interleaved(
  data: Uint8Array,
  all: number,
  blocks: number,
  correcting: number,
): Uint8Array {
  const made = new Uint8Array(all);
  const short = Math.floor(data.length / blocks);
  const shorter = blocks - (data.length % blocks);
  for (let block = 0, from = 0; block < blocks; block++) {
    const own = data.subarray(from, from + short + (block < shorter ? 0 : 1));
    own.forEach((byte, i) => {
      made[i < short ? i * blocks + block : short * blocks + block - shorter] = byte;
    });
    correction(own, correcting).forEach((byte, i) => {
      made[data.length + i * blocks + block] = byte;
    });
    from += own.length;
  }
  return made;
}

/** Powers of 2 in the field of 256 elements (twice, so that no sum needs a remainder), and logs. */
const power = new Uint8Array(510);
const log = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at++) {
  power[at] = value;
  power[at + 255] = value;
  log[value] = at;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

/** The remainder of a block's division by the generator (Reed–Solomon). */
function correction(block: Uint8Array, length: number): Uint8Array {
  const generator = generatorOf(length);
  const rest = new Uint8Array(length);
  for (const byte of block) {
    const factor = byte ^ (rest[0] as number);
    rest.copyWithin(0, 1);
    rest[length - 1] = 0;
    if (factor === 0) continue;
    const shift = log[factor] as number;
    for (let i = 0; i < length; i++)
      rest[i] = (rest[i] as number) ^ (power[shift + (generator[i] as number)] as number);
  }
  return rest;
}

const generators = new Map<number, Uint8Array>();

/** The logs of the coefficients after the first, which is 1. */
function generatorOf(length: number): Uint8Array {
  let known = generators.get(length);
  if (!known) {
    const terms = new Uint8Array(length + 1);
    terms[0] = 1;
    for (let root = 0; root < length; root++)
      for (let i = root + 1; i > 0; i--)
        terms[i] = (terms[i] as number) ^ times(terms[i - 1] as number, root);
    known = terms.subarray(1).map((term) => log[term] as number);
    generators.set(length, known);
  }
  return known;
}

const times = (value: number, exponent: number): number =>
  value === 0 ? 0 : (power[(log[value] as number) + exponent] as number);
