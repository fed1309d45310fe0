/** Draws a QR as one vector path, which is sharp at any size. */
import { LRUCache } from 'lru-cache';
import QRCode from 'qrcode';
import type { PageContent } from '../canvas/content.js';
import { changed, type Lines, linesOf, penalty } from './qrPenalty.js';

/** The formats of one document have the same QR. */
const MAX_CACHED = 32;
const made = new LRUCache<string, Uint8Array>({ max: MAX_CACHED });

/** Fills the dark modules, in a square with its top left at this point. */
export function writeQr(
  to: Pick<PageContent, 'text'>,
  text: string,
  x: number,
  y: number,
  side: number,
): void {
  const modules = made.get(text) ?? modulesOf(text);
  made.set(text, modules);
  const size = Math.sqrt(modules.length);
  // its place is exact: a rounded module would make the whole code too large or too small
  to.text(`q ${side / size} 0 0 ${side / size} ${x} ${y} cm `);
  writeModules(to, modules, size);
  to.text('f Q\n');
}

/** The modules of a QR, row by row, with the mask that has the fewest points. */
export function modulesOf(text: string): Uint8Array {
  const plain = withMask(text, 0);
  const lines = linesOf(plain);
  let best: Change | undefined;
  let least = penalty(lines);
  for (const change of changesOf(text, plain)) {
    const points = penalty(changed(lines, change.lines));
    if (points < least) [best, least] = [change, points];
  }
  return best ? either(plain, best.modules) : plain;
}

const either = (plain: Uint8Array, change: Uint8Array): Uint8Array =>
  plain.map((module, i) => module ^ (change[i] as number));

interface Change {
  modules: Uint8Array;
  lines: Lines;
}

/** By number of modules: what masks 1 to 7 change in a QR with mask 0, whatever its text. */
const changes = new Map<number, Change[]>();
const MASKS = [1, 2, 3, 4, 5, 6, 7] as const;

function changesOf(text: string, plain: Uint8Array): Change[] {
  let known = changes.get(plain.length);
  if (!known) {
    known = MASKS.map((mask) => {
      const modules = either(plain, withMask(text, mask));
      return { modules, lines: linesOf(modules) };
    });
    changes.set(plain.length, known);
  }
  return known;
}

/** A run of digits this long takes fewer bits as a segment of its own. */
const SEGMENTS = /\d{6,}|(?:(?!\d{6}).)+/gs;

/** SUNAT requires level Q. */
function withMask(text: string, maskPattern: 0 | (typeof MASKS)[number]): Uint8Array {
  const segments = (text.match(SEGMENTS) ?? []).map((data) =>
    /^\d{6}/.test(data)
      ? { data, mode: 'numeric' as const }
      : { data: Buffer.from(data), mode: 'byte' as const },
  );
  return QRCode.create(segments, { errorCorrectionLevel: 'Q', maskPattern }).modules.data;
}

/** The largest QR has 177 modules in a row. */
const WHOLE = Array.from({ length: 178 }, (_, number) => `${number} `);
/** By number of modules: the end of a rectangle that wide and one module high. */
const WIDE = WHOLE.map((number) => `${number}1 re `);

/** Adjacent dark modules of a row are one rectangle. */
function writeModules(
  { text }: Pick<PageContent, 'text'>,
  modules: Uint8Array,
  size: number,
): void {
  for (let row = 0; row < size; row++) {
    const [begin, end] = [row * size, (row + 1) * size];
    for (let from = begin; from < end; from++) {
      if (modules[from] === 0) continue;
      let to = from + 1;
      while (to < end && modules[to] === 1) to++;
      text(WHOLE[from - begin] as string);
      text(WHOLE[row] as string);
      text(WIDE[to - from] as string);
      from = to;
    }
  }
}
