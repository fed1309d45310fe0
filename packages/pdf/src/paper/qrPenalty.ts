/**
 * Rates a QR by the four rules of ISO/IEC 18004, 7.8.3: the fewer points, the easier it is to
 * scan. The library's own rating takes ten times as long as all else of a QR.
 */

const RUN = { least: 5, points: 3 };
const BLOCK_POINTS = 3;
/** A row like that of a finder pattern, with four light modules before or after it. */
const FINDERS = { bits: 11, before: 0b00001011101, after: 0b10111010000, points: 40 };
const BALANCE_POINTS = 10;

/** @param modules 1 for a dark module, row by row */
export function penalty(modules: Uint8Array, size: number): number {
  let dark = 0;
  let points = 0;
  for (let i = 0; i < size; i++) {
    points += ofLine(modules, i * size, 1, size) + ofLine(modules, i, size, size);
    if (i > 0) points += BLOCK_POINTS * blocks(modules, i * size, size);
  }
  for (const module of modules) dark += module;
  const imbalance = Math.abs(Math.ceil((dark * 20) / modules.length) - 10);
  return points + BALANCE_POINTS * imbalance;
}

/** The points of one row or column: runs of one colour, and patterns like a finder. */
function ofLine(modules: Uint8Array, from: number, step: number, size: number): number {
  let points = 0;
  let run = 0;
  let last = 2;
  let bits = 0;
  for (let i = 0, at = from; i < size; i++, at += step) {
    const module = modules[at] as number;
    run = module === last ? run + 1 : 1;
    last = module;
    if (run === RUN.least) points += RUN.points;
    else if (run > RUN.least) points++;
    bits = ((bits << 1) & 0x7ff) | module;
    if (i >= FINDERS.bits - 1 && (bits === FINDERS.before || bits === FINDERS.after))
      points += FINDERS.points;
  }
  return points;
}

/** Squares of two by two modules of one colour, in a row and the one above it. */
function blocks(modules: Uint8Array, row: number, size: number): number {
  let found = 0;
  let before = 1;
  for (let at = row; at < row + size; at++) {
    const pair = (modules[at] as number) + (modules[at - size] as number);
    // 0 or 2: two modules of one colour, and the pair before it is the same
    if (pair !== 1 && pair === before && at > row) found++;
    before = pair;
  }
  return found;
}
