/** Draws a QR as one vector path, which is sharp at any size. */
import { LRUCache } from 'lru-cache';
import type { PageContent } from '../canvas/content.js';
import { codewordsOf } from './qrCodewords.js';
import { changed, type Lines, penalty } from './qrPenalty.js';
import { type Template, templateOf } from './qrTemplate.js';

/** The formats of one document have the same QR. */
const MAX_CACHED = 32;
const made = new LRUCache<string, Lines>({ max: MAX_CACHED });

/** Fills the dark modules, in a square with its top left at this point. */
export function writeQr(
  to: Pick<PageContent, 'text'>,
  text: string,
  x: number,
  y: number,
  side: number,
): void {
  const qr = made.get(text) ?? qrOf(text);
  made.set(text, qr);
  // exact: rounding a module would make the whole code too large or too small
  const module = side / qr.size;
  to.text(`q ${module} 0 0 ${module} ${x} ${y} cm `);
  writeModules(to, qr);
  to.text('f Q\n');
}

/** Makes a QR of level Q, with the mask that has the fewest penalty points. */
export function qrOf(text: string): Lines {
  const { version, bytes } = codewordsOf(text);
  const template = templateOf(version);
  const plain = placed(bytes, template);
  let best = plain;
  let least = penalty(plain);
  for (const change of template.changes) {
    const masked = changed(plain, change);
    const points = penalty(masked);
    if (points < least) [best, least] = [masked, points];
  }
  return best;
}

/** Makes a QR with mask 0: each bit that is 1 inverts the module that the template has for 0. */
function placed(bytes: Uint8Array, { empty, rows, columns }: Template): Lines {
  const qr = { ...empty, rows: empty.rows.slice(), columns: empty.columns.slice() };
  for (let at = 0, bit = 0; at < bytes.length; at++)
    for (let byte = bytes[at] as number, end = bit + 8; bit < end; bit++, byte <<= 1) {
      if ((byte & 0x80) === 0) continue;
      const [row, column] = [rows[bit] as number, columns[bit] as number];
      invert(qr.rows, row * qr.words, column);
      invert(qr.columns, column * qr.words, row);
    }
  return qr;
}

function invert(lines: Int32Array, line: number, module: number): void {
  const at = line + (module >> 5);
  lines[at] = (lines[at] as number) ^ (1 << (module & 31));
}

/** The largest QR has 177 modules in a row. */
const WHOLE = Array.from({ length: 178 }, (_, number) => `${number} `);
/** By number of modules: the end of a rectangle that wide and one module high. */
const WIDE = WHOLE.map((number) => `${number}1 re `);

/** Adjacent dark modules of a row are one rectangle. */
function writeModules({ text }: Pick<PageContent, 'text'>, { size, words, rows }: Lines): void {
  for (let row = 0; row < size; row++) {
    const line = row * words;
    const isDark = (at: number) => (((rows[line + (at >> 5)] as number) >>> (at & 31)) & 1) === 1;
    for (let from = 0; from < size; from++) {
      if (!isDark(from)) continue;
      let to = from + 1;
      while (to < size && isDark(to)) to++;
      text(WHOLE[from] as string);
      text(WHOLE[row] as string);
      text(WIDE[to - from] as string);
      from = to;
    }
  }
}
