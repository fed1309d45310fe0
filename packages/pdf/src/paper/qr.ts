/** Draws a QR as one vector path, which is sharp at any size. */
import { LRUCache } from 'lru-cache';
import QRCode from 'qrcode';
import { penalty } from './qrPenalty.js';

/** The formats of one document have the same QR. */
const MAX_CACHED = 32;
const known = new LRUCache<string, { path: string; size: number }>({ max: MAX_CACHED });

/** The operators that fill the dark modules, in a square with its top left at this point. */
export function qrPath(text: string, x: number, y: number, side: number): string {
  let found = known.get(text);
  if (!found) {
    const modules = modulesOf(text);
    const size = Math.sqrt(modules.length);
    found = { path: pathOf(modules, size), size };
    known.set(text, found);
  }
  const unit = side / found.size;
  return `q ${unit} 0 0 ${unit} ${x} ${y} cm ${found.path}f Q`;
}

/** The modules of a QR, row by row, with the mask that has the fewest points. */
export function modulesOf(text: string): Uint8Array {
  const plain = withMask(text, 0);
  const size = Math.sqrt(plain.length);
  let [best, least] = [plain, penalty(plain, size)];
  for (const change of masksOf(text, plain.length)) {
    const masked = changed(plain, change);
    const points = penalty(masked, size);
    if (points < least) [best, least] = [masked, points];
  }
  return best;
}

function changed(modules: Uint8Array, change: Uint8Array): Uint8Array {
  const made = new Uint8Array(modules.length);
  for (let i = 0; i < made.length; i++) made[i] = (modules[i] as number) ^ (change[i] as number);
  return made;
}

/** By number of modules: what masks 1 to 7 change in a QR with mask 0, whatever its text. */
const masks = new Map<number, Uint8Array[]>();
const MASKS = [1, 2, 3, 4, 5, 6, 7] as const;

function masksOf(text: string, length: number): Uint8Array[] {
  let changes = masks.get(length);
  if (!changes) {
    const plain = withMask(text, 0);
    changes = MASKS.map((mask) => changed(plain, withMask(text, mask)));
    masks.set(length, changes);
  }
  return changes;
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

/** Adjacent dark modules of a row are one rectangle. */
function pathOf(modules: Uint8Array, size: number): string {
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      if (!modules[row * size + from]) continue;
      let to = from;
      while (to < size && modules[row * size + to]) to++;
      path += `${from} ${row} ${to - from} 1 re `;
      from = to;
    }
  }
  return path;
}
