/** Draws text, lines, pictures and QR codes on the pages of a PDF. */
import type { Archive } from './archive/archive.js';
import { createPageContent, type PageContent } from './canvas/content.js';
import type { PdfInfo } from './canvas/metadata.js';
import { BLACK, number, rgb, rounded } from './canvas/operators.js';
import { createPages } from './canvas/pages.js';
import { createResources } from './canvas/resources.js';
import { createStructure, type Structure } from './canvas/structure.js';
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

export interface Canvas extends Pick<Structure, 'inside' | 'outside'> {
  /** Begins a page, on which all else is drawn. Units are points, the origin is the top left. */
  page(width: number, height: number): void;
  /** Draws one line of text whose top is `y`, aligned within `width`. */
  text(text: string, x: number, y: number, style: TextStyle, width?: number, align?: Align): void;
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
  const structure = createStructure();
  let top = 0;
  const figure = (alt: string, x: number, y: number, width: number, height: number) =>
    content.push(structure.mark({ alt, box: [x, top - y - height, x + width, top - y] }));
  const endPage = () => {
    content.push(structure.endPage());
    pages.end(content.take());
  };
  return {
    ...drawing(content, structure),
    inside: structure.inside,
    outside: structure.outside,
    page(width, height) {
      if (top > 0) endPage();
      top = height;
      pages.begin(width, height);
    },
    qr(text, x, y, side) {
      figure('Código QR con los datos del comprobante', x, y, side, side);
      content.fillWith(BLACK);
      content.push(qrPath(text, x, y, side));
    },
    picture(picture, x, y, width, height) {
      figure('Logotipo', x, y, width, height);
      const name = resources.picture(picture);
      content.push(
        `q ${number(width)} 0 0 ${number(-height)} ${number(x)} ${number(y + height)} cm ` +
          `/${name} Do Q`,
      );
    },
    watermark(text, face, color, width, height) {
      resources.transparency();
      content.push(structure.decorate());
      content.push(`q /Stamp gs ${rgb(color)} rg`);
      const { size, matrix } = acrossPage(widthOf(text, face, 1), width, height);
      content.glyphs(text, { face, size }, matrix);
      content.push('Q');
      content.forget();
    },
    finish() {
      endPage();
      return pages.finish({ Font: fonts.finish(), ...resources.entries() }, structure);
    },
  };
}

/** The methods that only write to the content of the page. */
const drawing = (
  content: PageContent,
  structure: Structure,
): Pick<Canvas, 'text' | 'rect' | 'rule'> => ({
  text(text, x, y, style, width, align = 'left') {
    const ink = text.trimEnd();
    if (ink === '') return;
    const room =
      width === undefined || align === 'left' ? 0 : width - widthOf(ink, style.face, style.size);
    const left = x + (align === 'center' ? room / 2 : room);
    content.push(structure.mark());
    content.fillWith(style.color ?? BLACK);
    // the page is drawn from its top, a letter from its baseline
    const matrix = `1 0 0 -1 ${number(left)} ${number(y + BASELINE * style.size)} Tm`;
    content.glyphs(text, style, matrix);
  },
  rect(x, y, width, height, { fill: inside, stroke, weight = 1, radius = 0 }) {
    content.push(structure.decorate());
    if (inside) content.fillWith(inside);
    if (stroke) content.push(`${rgb(stroke)} RG ${number(weight)} w`);
    const path =
      radius > 0
        ? rounded(x, y, width, height, radius)
        : `${number(x)} ${number(y)} ${number(width)} ${number(height)} re`;
    content.push(`${path} ${inside && stroke ? 'B' : inside ? 'f' : 'S'}`);
  },
  rule(x, y, width, weight, color = BLACK) {
    content.push(structure.decorate());
    content.push(
      `${rgb(color)} RG ${number(weight)} w ${number(x)} ${number(y)} m ` +
        `${number(x + width)} ${number(y)} l S`,
    );
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
