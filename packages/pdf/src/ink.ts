/** Puts text, lines and the QR on a page: pdfkit with our own line breaking, which is what makes 500 lines fast. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';

export type Face = 'regular' | 'bold';
export type Align = 'left' | 'right' | 'center';

export interface Ink {
  doc: PDFKit.PDFDocument;
  /** The text broken into lines no wider than `width` points. */
  wrap(text: string, face: Face, size: number, width: number): string[];
  /** How wide the text is, in points. */
  widthOf(text: string, face: Face, size: number): number;
  /** One line of text; `y` is its top. Returns the height that a line of this size takes. */
  line(text: string, x: number, y: number, options: { face?: Face; size: number; width?: number; align?: Align }): number;
  /** A QR of `side` points, drawn as vectors. */
  qr(text: string, x: number, y: number, side: number): void;
}

/** Line height by type size. */
export const LEADING = 1.25;

const require = createRequire(import.meta.url);
const FILES: Record<Face, string> = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' };

interface EmbeddedFont {
  font: { hasGlyphForCodePoint(point: number): boolean };
  constructor: new (doc: PDFKit.PDFDocument, font: object, id: string) => EmbeddedFont;
}
interface FontRegister {
  _font: EmbeddedFont;
  _fontFamilies: Record<string, EmbeddedFont>;
}

/** Each face parsed once a process; a document embeds only the glyphs it uses. */
const parsed = new Map<Face, EmbeddedFont>();

function parsedFont(face: Face): EmbeddedFont {
  let font = parsed.get(face);
  if (!font) {
    const scratch = new PDFDocument({ autoFirstPage: false });
    scratch.font(readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${FILES[face]}`)));
    font = (scratch as unknown as FontRegister)._font;
    parsed.set(face, font);
  }
  return font;
}

/** pdfkit would parse the whole font for every document: give it the parsed one. */
function useFonts(doc: PDFKit.PDFDocument): void {
  const register = doc as unknown as FontRegister;
  for (const face of Object.keys(FILES) as Face[]) {
    const shared = parsedFont(face);
    register._fontFamilies[face] = new shared.constructor(doc, shared.font, face === 'bold' ? 'F2' : 'F1');
  }
}

/** Widths of words at size 1, by face; emptied when it grows large, for it would keep every name ever printed. */
const widths: Record<Face, Map<string, number>> = { regular: new Map(), bold: new Map() };
const MOST_WIDTHS = 20_000;

/** @param info fixed, so that the same document is the same bytes */
export function createInk(info: { title: string; author: string; createdAt: Date }): Ink {
  const { title, author, createdAt } = info;
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    margin: 0,
    info: { Title: title, Author: author, Producer: 'Ráfaga', Creator: 'Ráfaga', CreationDate: createdAt, ModDate: createdAt },
  });
  useFonts(doc);
  const widthOf = (word: string, face: Face): number => {
    let width = widths[face].get(word);
    if (width === undefined) {
      if (widths[face].size > MOST_WIDTHS) widths[face].clear();
      width = doc.font(face).fontSize(1).widthOfString(word);
      widths[face].set(word, width);
    }
    return width;
  };
  return {
    doc,
    widthOf: (text, face, size) => widthOf(visible(text, face), face) * size,
    wrap: (text, face, size, width) =>
      visible(text, face)
        .split('\n')
        .flatMap((paragraph) => breakLines(paragraph, width / size, (word) => widthOf(word, face))),
    line(text, x, y, { face = 'regular', size, width, align = 'left' }) {
      const shown = visible(text, face);
      const room = width === undefined || align === 'left' ? 0 : width - widthOf(shown, face) * size;
      doc
        .font(face)
        .fontSize(size)
        .text(shown, x + (align === 'center' ? room / 2 : room), y, { lineBreak: false });
      return size * LEADING;
    },
    qr: (text, x, y, side) => drawQr(doc, text, x, y, side),
  };
}

/** What the font cannot draw shows as a box, and not as nothing. */
function visible(text: string, face: Face): string {
  const { font } = parsedFont(face);
  let shown = '';
  for (const character of text) shown += character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : '□';
  return shown;
}

/** Greedy: as many words a line as fit; a word wider than the line is cut where the line ends. */
function breakLines(paragraph: string, width: number, widthOf: (word: string) => number): string[] {
  const lines: string[] = [];
  const space = widthOf(' ');
  let line = '';
  let used = 0;
  for (const word of paragraph.split(' ')) {
    const wide = widthOf(word);
    if (line !== '' && used + space + wide <= width) {
      line += ` ${word}`;
      used += space + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= width ? [word] : cut(word, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    used = widthOf(line);
  }
  lines.push(line);
  return lines;
}

function cut(word: string, width: number, widthOf: (word: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const wide = widthOf(character);
    if (piece !== '' && used + wide > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += wide;
  }
  pieces.push(piece);
  return pieces;
}

/** One path for all modules, runs of a row joined: sharp at any size and small. Level Q is SUNAT's. */
function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  const unit = side / modules.size;
  for (let row = 0; row < modules.size; row++) {
    for (let from = 0; from < modules.size; from++) {
      if (!modules.get(row, from)) continue;
      let to = from;
      while (to < modules.size && modules.get(row, to)) to++;
      doc.rect(x + from * unit, y + row * unit, (to - from) * unit, unit);
      from = to;
    }
  }
  doc.fill('black');
}
