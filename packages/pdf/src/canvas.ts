/**
 * Puts text, lines, pictures and the QR on pages. pdfkit keeps the file's structure; what is on a
 * page is written here, in one go, for its own text layout costs four times as much as all the rest
 * of a document.
 */
import PDFDocument from 'pdfkit';
import type { Picture } from './paper/picture.js';
import { qrPath } from './paper/qr.js';
import { createEmbedder } from './type/embed.js';
import type { Face } from './type/faces.js';
import { widthOf } from './type/lines.js';
import { shape } from './type/shape.js';

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
  /** Of the stroke. */
  weight?: number;
  radius?: number;
}

export interface Canvas {
  /** Begins a page; everything below is on the last one. In points, from the top left. */
  page(width: number, height: number): void;
  /** One line of text; `y` is the top of its line. Aligned within `width`. */
  text(text: string, x: number, y: number, style: TextStyle, width?: number, align?: Align): void;
  rect(x: number, y: number, width: number, height: number, style: RectStyle): void;
  /** A horizontal line. */
  rule(x: number, y: number, width: number, weight: number, color?: string): void;
  picture(picture: Picture, x: number, y: number, width: number, height: number): void;
  qr(text: string, x: number, y: number, side: number): void;
  /** Rising across the middle of a page, so that what it crosses can still be read. */
  watermark(text: string, face: Face, color: string, width: number, height: number): void;
  finish(): Promise<Buffer>;
}

/** From the top of a line to its baseline, by type size. */
const BASELINE = 0.99;
const STAMP_OPACITY = 0.2;
/** Half the width and half the height of a circle's quarter, as Bézier curves make it. */
const ROUND = 0.5523;

/** @param info fixed, so that the same document is the same bytes */
export function createCanvas(info: {
  title: string;
  author: string;
  subject: string;
  createdAt: Date;
}): Canvas {
  const { title, author, subject, createdAt } = info;
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    // none of its own: reading Helvetica's metrics takes as long as drawing a ticket
    font: '',
    lang: 'es-PE',
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Producer: 'Ráfaga',
      Creator: 'Ráfaga',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  const fonts = createEmbedder(doc);
  const pictures = new Map<Picture, PDFKit.PDFKitReference>();
  let faint: PDFKit.PDFKitReference | undefined;
  let marks: string[] = [];
  let fill = '';
  const flush = () => {
    if (marks.length > 0) doc.page.write(marks.join('\n'));
    marks = [];
    fill = '';
  };
  const fillWith = (color: string) => {
    if (color !== fill) marks.push(`${rgb(color)} rg`);
    fill = color;
  };
  const glyphs = (text: string, { face, size }: TextStyle, matrix: string) => {
    marks.push('BT', matrix);
    let set = '';
    let hex = '';
    const show = () => {
      if (hex !== '') marks.push(`<${hex}> Tj`);
      hex = '';
    };
    text.split(' ').forEach((word, i) => {
      const runs =
        i === 0 ? shape(word, face).runs : [...shape(' ', face).runs, ...shape(word, face).runs];
      for (const run of runs) {
        const name = fonts.use(run);
        if (name !== set) {
          show();
          marks.push(`/${name} ${number(size)} Tf`);
          set = name;
        }
        hex += run.hex;
      }
    });
    show();
    marks.push('ET');
  };

  return {
    page(width, height) {
      if (doc.page) flush();
      doc.addPage({ size: [width, height], margin: 0 });
    },
    text(text, x, y, style, width, align = 'left') {
      if (text === '') return;
      const room =
        width === undefined || align === 'left' ? 0 : width - widthOf(text, style.face, style.size);
      const left = x + (align === 'center' ? room / 2 : room);
      fillWith(style.color ?? BLACK);
      // a page's origin is its top, a letter's its foot
      glyphs(text, style, `1 0 0 -1 ${number(left)} ${number(y + BASELINE * style.size)} Tm`);
    },
    rect(x, y, width, height, { fill: inside, stroke, weight = 1, radius = 0 }) {
      if (inside) fillWith(inside);
      if (stroke) marks.push(`${rgb(stroke)} RG ${number(weight)} w`);
      marks.push(
        radius > 0
          ? rounded(x, y, width, height, radius)
          : `${[x, y, width, height].map(number).join(' ')} re`,
      );
      marks.push(inside && stroke ? 'B' : inside ? 'f' : 'S');
    },
    rule(x, y, width, weight, color = BLACK) {
      marks.push(
        `${rgb(color)} RG ${number(weight)} w ${number(x)} ${number(y)} m ` +
          `${number(x + width)} ${number(y)} l S`,
      );
    },
    picture(picture, x, y, width, height) {
      let ref = pictures.get(picture);
      if (!ref) {
        ref = doc.ref({
          Type: 'XObject',
          Subtype: 'Image',
          ...picture.entries,
          Length: picture.data.length,
        });
        ref.end(picture.data);
        pictures.set(picture, ref);
      }
      const name = `I${[...pictures.keys()].indexOf(picture) + 1}`;
      (doc.page as unknown as { xobjects: Record<string, object> }).xobjects[name] = ref;
      marks.push(
        `q ${number(width)} 0 0 ${number(-height)} ${number(x)} ${number(y + height)} cm ` +
          `/${name} Do Q`,
      );
    },
    qr(text, x, y, side) {
      fillWith(BLACK);
      marks.push(qrPath(text, x, y, side));
    },
    watermark(text, face, color, width, height) {
      const slope = Math.atan2(height, width);
      const size = (0.62 * Math.hypot(width, height)) / widthOf(text, face, 1);
      const reach = widthOf(text, face, size) / 2;
      const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
      // its middle, which is a third of its size above the foot of its capitals, on the middle of
      // the page
      const x = width / 2 - reach * cos + (size / 3) * sin;
      const y = height / 2 + reach * sin + (size / 3) * cos;
      if (!faint) {
        faint = doc.ref({ Type: 'ExtGState', ca: STAMP_OPACITY });
        faint.end(undefined);
      }
      doc.page.ext_gstates.Stamp = faint;
      marks.push('q /Stamp gs', `${rgb(color)} rg`);
      glyphs(text, { face, size }, `${[cos, -sin, -sin, -cos, x, y].map(number).join(' ')} Tm`);
      marks.push('Q');
      fill = '';
    },
    finish() {
      flush();
      fonts.finish();
      const chunks: Buffer[] = [];
      return new Promise((resolve, reject) => {
        doc.on('data', (chunk: Buffer) => chunks.push(chunk));
        doc.on('end', () => resolve(Buffer.concat(chunks)));
        doc.on('error', reject);
        doc.end();
      });
    },
  };
}

export const BLACK = '#000000';

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const rgb = (color: string): string =>
  [1, 3, 5]
    .map((at) =>
      String(Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1000) / 1000),
    )
    .join(' ');

function rounded(x: number, y: number, width: number, height: number, radius: number): string {
  const [right, bottom, bend] = [x + width, y + height, radius * (1 - ROUND)];
  const curve = (...points: number[]) => `${points.map(number).join(' ')} c`;
  const line = (...points: number[]) => `${points.map(number).join(' ')} l`;
  return [
    `${number(x + radius)} ${number(y)} m`,
    line(right - radius, y),
    curve(right - bend, y, right, y + bend, right, y + radius),
    line(right, bottom - radius),
    curve(right, bottom - bend, right - bend, bottom, right - radius, bottom),
    line(x + radius, bottom),
    curve(x + bend, bottom, x, bottom - bend, x, bottom - radius),
    line(x, y + radius),
    curve(x, y + bend, x + bend, y, x + radius, y),
    'h',
  ].join(' ');
}
