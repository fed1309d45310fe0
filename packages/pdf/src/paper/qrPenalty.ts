/**
 * Computes the penalty points of a QR by the four rules of ISO/IEC 18004, 7.8.3: the fewer, the
 * easier it is to scan. Thirty-two modules of a line are the bits of a word, and lines are compared
 * word by word: module by module it would take longer than the rest of a printed page.
 */

/** The modules of a QR, once as rows and once as columns; a dark module is 1. */
export interface Lines {
  size: number;
  /** The number of words in a line. */
  words: number;
  rows: Int32Array;
  columns: Int32Array;
}

/** @param modules row by row; 1 is dark */
export function linesOf(modules: Uint8Array): Lines {
  const size = Math.sqrt(modules.length);
  const words = Math.ceil(size / 32);
  const [rows, columns] = [new Int32Array(size * words), new Int32Array(size * words)];
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at++) {
      if (modules[at] === 0) continue;
      set(rows, row * words + (column >> 5), column);
      set(columns, column * words + (row >> 5), row);
    }
  }
  return { size, words, rows, columns };
}

const set = (lines: Int32Array, at: number, module: number): void => {
  lines[at] = (lines[at] as number) | (1 << (module & 31));
};

/** Inverts the modules of a QR that are set in another. */
export const changed = ({ size, words, rows, columns }: Lines, change: Lines): Lines => ({
  size,
  words,
  rows: either(rows, change.rows),
  columns: either(columns, change.columns),
});

function either(one: Int32Array, other: Int32Array): Int32Array {
  const made = new Int32Array(one.length);
  for (let at = 0; at < made.length; at++) made[at] = (one[at] as number) ^ (other[at] as number);
  return made;
}

const BLOCK_POINTS = 3;
const BALANCE_POINTS = 10;

export function penalty({ size, words, rows, columns }: Lines): number {
  let points = 0;
  let dark = 0;
  for (let word = 0; word < words; word++) {
    // no line has more modules than this
    const used = size - 32 * word >= 32 ? -1 : (1 << (size - 32 * word)) - 1;
    points += ofWord(rows, word, words, used) + ofWord(columns, word, words, used);
    points += BLOCK_POINTS * blocks(rows, word, words, word === words - 1 ? used >>> 1 : used);
    for (let at = word; at < rows.length; at += words) dark += ones(rows[at] as number);
  }
  const imbalance = Math.abs(Math.ceil((dark * 20) / (size * size)) - 10);
  return points + BALANCE_POINTS * imbalance;
}

const RUN_POINTS = 2;
const FINDER_POINTS = 40;

/**
 * The points of runs of five modules or more, and of patterns like a finder (1011101 with four
 * light modules before or after it), across the lines.
 */
function ofWord(lines: Int32Array, word: number, words: number, used: number): number {
  let points = 0;
  let ran = 0;
  for (let at = word + 4 * words; at < lines.length; at += words) {
    const at4 = at - 4 * words;
    const run = alike(lines, at4, words) & used;
    if (run !== 0) points += ones(run) + RUN_POINTS * ones(run & ~ran);
    ran = run;
  }
  for (let at = word + 10 * words; at < lines.length; at += words) {
    const first = at - 10 * words;
    const found =
      (light(lines, first, words) & core(lines, first + 4 * words, words)) |
      (core(lines, first, words) & light(lines, first + 7 * words, words));
    if (found !== 0) points += FINDER_POINTS * ones(found & used);
  }
  return points;
}

/** A bit for each position at which five consecutive lines have the same module. */
function alike(lines: Int32Array, at: number, step: number): number {
  const first = lines[at] as number;
  return ~(
    (first ^ (lines[at + step] as number)) |
    (first ^ (lines[at + 2 * step] as number)) |
    (first ^ (lines[at + 3 * step] as number)) |
    (first ^ (lines[at + 4 * step] as number))
  );
}

/** A bit for each position at which four consecutive lines are light. */
const light = (lines: Int32Array, at: number, step: number): number =>
  ~(
    (lines[at] as number) |
    (lines[at + step] as number) |
    (lines[at + 2 * step] as number) |
    (lines[at + 3 * step] as number)
  );

/** A bit for each position at which seven consecutive lines have the modules 1011101. */
const core = (lines: Int32Array, at: number, step: number): number =>
  (lines[at] as number) &
  ~(lines[at + step] as number) &
  (lines[at + 2 * step] as number) &
  (lines[at + 3 * step] as number) &
  (lines[at + 4 * step] as number) &
  ~(lines[at + 5 * step] as number) &
  (lines[at + 6 * step] as number);

/** Counts squares of two by two modules of one colour. */
function blocks(rows: Int32Array, word: number, words: number, used: number): number {
  let found = 0;
  for (let at = word + words; at < rows.length; at += words) {
    const above = rows[at - words] as number;
    const now = rows[at] as number;
    const beside = shifted(rows, at, word, words);
    const differs =
      (above ^ now) | (now ^ beside) | (above ^ shifted(rows, at - words, word, words));
    found += ones(~differs & used);
  }
  return found;
}

/** The modules to the right of those in a word. */
const shifted = (rows: Int32Array, at: number, word: number, words: number): number =>
  ((rows[at] as number) >>> 1) | (word + 1 < words ? (rows[at + 1] as number) << 31 : 0);

/** The number of bits that are 1. */
function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
