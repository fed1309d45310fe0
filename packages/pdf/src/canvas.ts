/** Draws text, lines, pictures and QR codes on the pages of a PDF. */
import type { Archive } from './archive/archive.js';
import { createPageContent, type PageContent } from './canvas/content.js';
import type { PdfInfo } from './canvas/metadata.js';
import { BLACK, rgb, rounded } from './canvas/operators.js';
import { createPages } from './canvas/pages.js';
import { createResources, type Resources } from './canvas/resources.js';
import { createStructure, type Structure } from './canvas/structure.js';
import { createPdfFile } from './file/pdfFile.js';
import type { Picture } from './paper/picture.js';
import { writeQr } from './paper/qr.js';
import { createEmbedder } from './type/embed.js';
import type { Face } from './type/faces.js';
import { isBlank, widthOf } from './type/lines.js';

export type Align = 'left' | 'right' | 'center';

export interface TextStyle {
  face: Face;
  size: number;
  /** #rrggbb; black when absent. */
  color?: string;
}

export interface RectStyle {
  fill?: string;
  stroke?: string;
  /** Line width of the stroke, in points. */
  weight?: number;
  radius?: number;
}

export interface TextColumn {
  texts: readonly string[];
  /** The left offset of each text from the start of its row. */
  places: Float64Array;
}

export interface Canvas extends Pick<Structure, 'inside' | 'outside'> {
  /**
   * Begins a page; everything after is drawn on it. Units are points, the origin is the top left.
   */
  page(width: number, height: number): void;
  /** Draws one line of text whose top is `y`, aligned within `width`. */
  text(text: string, x: number, y: number, style: TextStyle, width?: number, align?: Align): void;
  /** Draws a line of text followed by a space, for readers that join the lines of an element. */
  line(text: string, x: number, y: number, style: TextStyle, width?: number, align?: Align): void;
  /** Draws the texts at index `at` as a row of a table: one line each, each in a cell. */
  row(columns: readonly TextColumn[], at: number, x: number, y: number, style: TextStyle): void;
  rect(x: number, y: number, width: number, height: number, style: RectStyle): void;
  /** Draws a horizontal line. */
  rule(x: number, y: number, width: number, weight: number, color?: string): void;
  /** Draws a logo. */
  picture(picture: Picture, x: number, y: number, width: number, height: number): void;
  qr(text: string, x: number, y: number, side: number): void;
  /** Draws a transparent text along the rising diagonal of the page. */
  watermark(text: string, face: Face, color: string, width: number, height: number): void;
  finish(): Buffer;
}

/** Distance from the top of a line to its baseline, as a share of the type size. */
const BASELINE = 0.99;

/**
 * @param info metadata with a given date, so that the same document gives the same bytes
 * @param archive makes the file a PDF/A-3
 */
export function createCanvas(info: PdfInfo, archive?: Archive): Canvas {
  const file = createPdfFile();
  const fonts = createEmbedder(file);
  const resources = createResources(file, archive !== undefined);
  const pages = createPages(file, info, archive);
  const content = createPageContent(fonts);
  const structure = createStructure(content);
  let top = 0;
  const endPage = () => {
    structure.endPage();
    pages.end(content.take());
  };
  const { text, line, row, rect, rule } = drawing(content, structure);
  const { qr, picture, watermark } = pictures(content, structure, resources, () => top);
  return {
    text,
    line,
    row,
    rect,
    rule,
    qr,
    picture,
    watermark,
    inside: structure.inside,
    outside: structure.outside,
    page(width, height) {
      if (top > 0) endPage();
      top = height;
      pages.begin(width, height);
      // the page is drawn from its top, as it is read
      content.text('1 0 0 -1 0 ');
      content.number(height);
      content.text(' cm\n');
    },
    finish() {
      endPage();
      return pages.finish({ Font: fonts.finish(), ...resources.entries() }, structure);
    },
  };
}

/** @param top the height of the page */
function pictures(
  content: PageContent,
  structure: Structure,
  resources: Resources,
  top: () => number,
): Pick<Canvas, 'qr' | 'picture' | 'watermark'> {
  const figure = (alt: string, x: number, y: number, width: number, height: number) =>
    structure.mark({ alt, box: [x, top() - y - height, x + width, top() - y] });
  return {
    qr(text, x, y, side) {
      figure('Código QR con los datos del comprobante', x, y, side, side);
      content.fillWith(BLACK);
      writeQr(content, text, x, y, side);
    },
    picture(picture, x, y, width, height) {
      figure('Logotipo', x, y, width, height);
      const name = resources.picture(picture);
      content.text('q ');
      content.numbers(width, 0, 0, -height, x, y + height);
      content.text(`cm /${name} Do Q\n`);
    },
    watermark(text, face, color, width, height) {
      resources.transparency();
      structure.decorate();
      content.text(`q /Stamp gs ${rgb(color)} rg\n`);
      const { size, matrix } = acrossPage(widthOf(text, face, 1), width, height);
      content.textIn(text, { face, size }, matrix);
      content.text('Q\n');
      content.forget();
    },
  };
}

/** The methods that only write to the content of the page. */
const drawing = (
  content: PageContent,
  structure: Structure,
): Pick<Canvas, 'text' | 'line' | 'row' | 'rect' | 'rule'> => ({
  text(text, x, y, style, width, align) {
    if (isBlank(text)) return;
    structure.mark();
    content.fillWith(style.color ?? BLACK);
    content.textAt(text, '', style, leftOf(text, x, style, width, align), baseline(y, style));
  },
  line(text, x, y, style, width, align) {
    if (isBlank(text)) return;
    structure.mark();
    content.fillWith(style.color ?? BLACK);
    content.textAt(text, ' ', style, leftOf(text, x, style, width, align), baseline(y, style));
  },
  row(columns, at, x, y, style) {
    structure.beginRow(columns.length);
    for (let cell = 0; cell < columns.length; cell++) {
      const { texts, places } = columns[cell] as TextColumn;
      const text = texts[at] as string;
      if (isBlank(text)) continue;
      structure.markCell(cell);
      content.fillWith(style.color ?? BLACK);
      content.textAt(text, ' ', style, x + (places[at] as number), baseline(y, style));
    }
    structure.endRow();
  },
  rect(x, y, width, height, { fill: inside, stroke, weight = 1, radius = 0 }) {
    structure.decorate();
    if (inside) content.fillWith(inside);
    if (stroke) content.strokeWith(stroke, weight);
    if (radius > 0) rounded(content, x, y, width, height, radius);
    else {
      content.numbers(x, y, width, height);
      content.text('re');
    }
    content.text(inside && stroke ? ' B\n' : inside ? ' f\n' : ' S\n');
  },
  rule(x, y, width, weight, color = BLACK) {
    structure.decorate();
    content.strokeWith(color, weight);
    content.numbers(x, y);
    content.text('m ');
    content.numbers(x + width, y);
    content.text('l S\n');
  },
});

const baseline = (y: number, { size }: TextStyle): number => y + BASELINE * size;

/** Where an aligned text begins, without counting spaces at its end. */
function leftOf(
  text: string,
  x: number,
  { face, size }: TextStyle,
  width?: number,
  align: Align = 'left',
): number {
  if (width === undefined || align === 'left') return x;
  const room = width - widthOf(text.trimEnd(), face, size);
  return x + (align === 'center' ? room / 2 : room);
}

/** The size and the text matrix of a text along the diagonal of a page. */
function acrossPage(unitWidth: number, width: number, height: number) {
  const slope = Math.atan2(height, width);
  const size = (0.62 * Math.hypot(width, height)) / unitWidth;
  const reach = (unitWidth * size) / 2;
  const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
  // centres the middle of the capitals, a third of the size above the baseline
  const x = width / 2 - reach * cos + (size / 3) * sin;
  const y = height / 2 + reach * sin + (size / 3) * cos;
  return { size, matrix: [cos, -sin, -sin, -cos, x, y] };
}
