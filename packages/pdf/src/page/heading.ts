/**
 * Lays out the top of a page: the issuer, and the box with RUC, kind and number that is mandatory.
 */
import type { TextStyle } from '../canvas.js';
import type { PrintedContent } from '../content/printedContent.js';
import {
  type Block,
  beside,
  inside,
  lineBlocks,
  outside,
  paragraph,
  space,
  stack,
} from '../paper/block.js';
import { onPaper, onTop } from '../paper/colors.js';
import { colored, within } from '../paper/picture.js';
import { LEADING, linesOf, widthOf } from '../type/lines.js';
import type { Sheet } from './sheet.js';

const BOX_SHARE = 0.35;
/** An issuer higher than this many boxes is laid out below the box, over the whole width. */
const MAX_ISSUER_RATIO = 2;

export function heading(sheet: Sheet, shown: PrintedContent, logo: Buffer | undefined): Block {
  const { shape, width } = sheet;
  const boxWidth = width * BOX_SHARE;
  const box = numberBox(sheet, shown, boxWidth);
  const picture = logo && logoBlock(sheet, logo);
  const from = picture ? picture.width + shape.gap : 0;
  const issuer = issuerBlock(sheet, shown, width - boxWidth - 2 * shape.gap - from);
  const logoAndBox = [
    ...(picture ? ([[0, picture.block]] as const) : []),
    [width - boxWidth, box],
  ] as const;
  const top =
    issuer.height > MAX_ISSUER_RATIO * box.height
      ? stack(
          [beside(logoAndBox), issuerBlock(sheet, shown, width, sheet.styles.smallStrong)],
          shape.gap / 2,
        )
      : beside([...logoAndBox, [from, issuer]]);
  return stack([top, space(shape.gap)]);
}

/** The top of the pages after the first. */
export function shortHeading(
  { canvas, shape, styles, width }: Sheet,
  { issuer, ruc, title, number }: PrintedContent,
): Block {
  const text = `RUC ${ruc}  ·  ${title}  ${number}`;
  const wide = widthOf(text, styles.label.face, styles.label.size);
  const [name = '', ...rest] = linesOf(
    issuer.name,
    styles.strong.face,
    styles.strong.size,
    width - wide - 2 * shape.gap,
  );
  const row = beside([
    [0, paragraph(canvas, rest.length > 0 ? `${name} …` : name, styles.strong, width)],
    [0, paragraph(canvas, text, styles.label, width, 'right')],
  ]);
  return outside(canvas, stack([row, space(shape.gap / 2)]));
}

function logoBlock({ canvas, shape }: Sheet, logo: Buffer): { width: number; block: Block } {
  const picture = colored(logo);
  const { width, height } = within(picture, shape.logo);
  return { width, block: { height, draw: (x, y) => canvas.picture(picture, x, y, width, height) } };
}

/** A name of more than three lines is set in a smaller size. */
function issuerBlock(
  { canvas, shape, styles }: Sheet,
  { issuer }: PrintedContent,
  width: number,
  legalName = styles.strong,
): Block {
  const name: TextStyle = { face: 'bold', size: shape.title + 2 };
  while (name.size - 0.5 >= shape.small && lineBlocks(canvas, issuer.name, name, width).length > 3)
    name.size -= 0.5;
  const details = [issuer.legalName, issuer.address, issuer.contact].filter(
    (text) => text !== undefined,
  );
  const [first, ...rest] = details.map((text, i) =>
    paragraph(canvas, text, i === 0 && issuer.legalName ? legalName : styles.label, width),
  );
  return stack([
    paragraph(canvas, issuer.name, name, width),
    ...(first ? [space(2), first] : []),
    ...rest,
  ]);
}

function numberBox(
  { canvas, shape, color }: Sheet,
  { ruc, title, number }: PrintedContent,
  width: number,
): Block {
  const line = onPaper(color);
  const size = fitting(title, shape.title, width - 12);
  const [row, band] = [shape.title * LEADING + 7, size * LEADING + 9];
  const height = 2 * row + band;
  const middle = (text: string, style: TextStyle, x: number, y: number, room: number) =>
    canvas.text(`${text} `, x, y + (room - style.size * LEADING) / 2, style, width, 'center');
  return inside(canvas, 'H1', {
    height,
    draw(x, y) {
      canvas.rect(x, y + row, width, band, { fill: color });
      canvas.rect(x, y, width, height, { stroke: line, weight: 1.1, radius: 5 });
      middle(`RUC ${ruc}`, { face: 'semibold', size: shape.title }, x, y, row);
      middle(title, { face: 'bold', size, color: onTop(color) }, x, y + row, band);
      middle(number, { face: 'bold', size: shape.title + 1 }, x, y + row + band, row);
    },
  });
}

function fitting(text: string, size: number, width: number): number {
  const needed = widthOf(text, 'bold', size);
  return needed <= width ? size : Math.floor((size * width * 10) / needed) / 10;
}
