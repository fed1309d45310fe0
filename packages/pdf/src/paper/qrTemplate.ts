/**
 * The parts that all QRs of one size share, made once: patterns, masks and the order of the bits.
 */
import QRCode from 'qrcode';
import { type Lines, linesOf } from './qrPenalty.js';

export interface Template {
  /** A QR with mask 0 whose codewords are all zero. */
  empty: Lines;
  /** What each other mask inverts, whatever the text. */
  changes: Lines[];
  /** The row and the column of each bit of the codewords. */
  rows: Uint8Array;
  columns: Uint8Array;
}

const MASKS = [1, 2, 3, 4, 5, 6, 7] as const;
type Mask = 0 | (typeof MASKS)[number];

const known = new Map<number, Template>();

/** @param version 1 to 40 */
export function templateOf(version: number): Template {
  let template = known.get(version);
  if (!template) {
    template = made(version);
    known.set(version, template);
  }
  return template;
}

function made(version: number): Template {
  const { data, reservedBit, size } = matrix(version, 0);
  const masked = (_: number, at: number) => 1 - ((Math.floor(at / size) + (at % size)) % 2);
  const empty = data.map((module, at) => (reservedBit[at] ? module : masked(module, at)));
  return {
    empty: linesOf(empty),
    changes: MASKS.map((mask) => {
      const other = matrix(version, mask).data;
      return linesOf(data.map((module, at) => module ^ (other[at] as number)));
    }),
    ...orderOf(reservedBit, size),
  };
}

/** SUNAT requires level Q. */
const matrix = (version: number, maskPattern: Mask) =>
  QRCode.create('0', { version, errorCorrectionLevel: 'Q', maskPattern }).modules;

/** The column of the vertical timing pattern, which is skipped when columns are paired. */
const TIMING = 6;

/**
 * The order of the modules: in pairs of columns from the right, upwards and downwards alternately.
 */
function orderOf(reserved: Uint8Array, size: number): Pick<Template, 'rows' | 'columns'> {
  const [rows, columns]: [number[], number[]] = [[], []];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === TIMING) right--;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (reserved[row * size + column]) continue;
        rows.push(row);
        columns.push(column);
      }
    }
    up = !up;
  }
  return { rows: Uint8Array.from(rows), columns: Uint8Array.from(columns) };
}
