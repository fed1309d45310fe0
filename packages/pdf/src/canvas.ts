/** Draws text, lines, pictures and QR codes on the pages of a PDF. */
import { createPageContent, type PageContent } from './canvas/content.js';
import { BLACK, number, rgb, rounded } from './canvas/operators.js';
import { createPages, type PdfInfo } from './canvas/pages.js';
import { createResources } from './canvas/resources.js';
import { createPdfFile } from './file/pdfFile.js';
import type { Picture } from './paper/picture.js';
import { qrPath } from './paper/qr.js';
import { createEmbedder } from './type/embed.js';
import type { Face } from './type/faces.js';
import { widthOf } from './type/lines.js';

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

export interface Canvas {
  /** Begins a page, on which all else is drawn. Units are points, the origin is the top left. */
  page(width: number, height: number): void;
  /** Draws one line of text whose top is `y`, aligned within `width`. */
  text(text: string, x: number, y: number, style: TextStyle, width?: number, align?: Align): void;
  rect(x: number, y: number, width: number, height: number, style: RectStyle): void;
  /** Draws a horizontal line. */
  rule(x: number, y: number, width: number, weight: number, color?: string): void;
  picture(picture: Picture, x: number, y: number, width: number, height: number): void;
  qr(text: string, x: number, y: number, side: number): void;
  /** Draws a transparent text along the rising diagonal of the page. */
  watermark(text: string, face: Face, color: string, width: number, height: number): void;
  finish(): Buffer;
}

/** Distance from the top of a line to its baseline, as a share of the type size. */
const BASELINE = 0.99;

/** @param info metadata with a given date, so that the same document gives the same bytes */
export function createCanvas(info: PdfInfo): Canvas {
  const file = createPdfFile();
  const fonts = createEmbedder(file);
  const resources = createResources(file);
  const pages = createPages(file, info);
  const content = createPageContent(fonts);
  return {
    ...drawing(content),
    page(width, height) {
      pages.end(content.take());
      pages.begin(width, height);
    },
    picture(picture, x, y, width, height) {
      const name = resources.picture(picture);
      content.push(
        `q ${number(width)} 0 0 ${number(-height)} ${number(x)} ${number(y + height)} cm ` +
          `/${name} Do Q`,
      );
    },
    watermark(text, face, color, width, height) {
      resources.transparency();
      content.push(`q /Stamp gs ${rgb(color)} rg`);
      const { size, matrix } = acrossPage(widthOf(text, face, 1), width, height);
      content.glyphs(text, { face, size }, matrix);
      content.push('Q');
      content.forget();
    },
    finish() {
      pages.end(content.take());
      return pages.finish({ Font: fonts.finish(), ...resources.entries() });
    },
  };
}

/** The methods that only write to the content of the page. */
const drawing = (content: PageContent): Pick<Canvas, 'text' | 'rect' | 'rule' | 'qr'> => ({
  text(text, x, y, style, width, align = 'left') {
    if (text === '') return;
    const room =
      width === undefined || align === 'left' ? 0 : width - widthOf(text, style.face, style.size);
    const left = x + (align === 'center' ? room / 2 : room);
    content.fillWith(style.color ?? BLACK);
    // the page is drawn from its top, a letter from its baseline
    const matrix = `1 0 0 -1 ${number(left)} ${number(y + BASELINE * style.size)} Tm`;
    content.glyphs(text, style, matrix);
  },
  rect(x, y, width, height, { fill: inside, stroke, weight = 1, radius = 0 }) {
    if (inside) content.fillWith(inside);
    if (stroke) content.push(`${rgb(stroke)} RG ${number(weight)} w`);
    const path =
      radius > 0
        ? rounded(x, y, width, height, radius)
        : `${number(x)} ${number(y)} ${number(width)} ${number(height)} re`;
    content.push(`${path} ${inside && stroke ? 'B' : inside ? 'f' : 'S'}`);
  },
  rule(x, y, width, weight, color = BLACK) {
    content.push(
      `${rgb(color)} RG ${number(weight)} w ${number(x)} ${number(y)} m ` +
        `${number(x + width)} ${number(y)} l S`,
    );
  },
  qr(text, x, y, side) {
    content.fillWith(BLACK);
    content.push(qrPath(text, x, y, side));
  },
});

/** The size and the text matrix of a text along the diagonal of a page. */
function acrossPage(unitWidth: number, width: number, height: number) {
  const slope = Math.atan2(height, width);
  const size = (0.62 * Math.hypot(width, height)) / unitWidth;
  const reach = (unitWidth * size) / 2;
  const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
  // centres the middle of the capitals, a third of the size above the baseline
  const x = width / 2 - reach * cos + (size / 3) * sin;
  const y = height / 2 + reach * sin + (size / 3) * cos;
  return { size, matrix: `${[cos, -sin, -sin, -cos, x, y].map(number).join(' ')} Tm` };
}
