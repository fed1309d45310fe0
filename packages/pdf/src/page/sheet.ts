/** The two page formats, with the measures and text styles of all that is drawn on them. */
import type { Canvas, TextStyle } from '../canvas.js';
import { DEFAULT_COLOR, GREY, onPaper } from '../paper/colors.js';

const MM = 72 / 25.4;

export interface SheetShape {
  width: number;
  height: number;
  margin: number;
  /** Type sizes in points; none is below 7. */
  text: number;
  small: number;
  title: number;
  /** The largest size of the logo. */
  logo: { width: number; height: number };
  qr: number;
  gap: number;
}

export const SHEETS = {
  a4: {
    width: 210 * MM,
    height: 297 * MM,
    margin: 12 * MM,
    text: 8.8,
    small: 7.6,
    title: 12.5,
    logo: { width: 46 * MM, height: 22 * MM },
    qr: 28 * MM,
    gap: 9,
  },
  a5: {
    width: 148 * MM,
    height: 210 * MM,
    margin: 8 * MM,
    text: 7.6,
    small: 7,
    title: 9.8,
    logo: { width: 30 * MM, height: 16 * MM },
    qr: 23 * MM,
    gap: 6,
  },
} as const satisfies Record<string, SheetShape>;

export interface Sheet {
  canvas: Canvas;
  shape: SheetShape;
  /** The colour of the business. */
  color: string;
  /** The width between the margins, in points. */
  width: number;
  styles: Readonly<
    Record<'text' | 'strong' | 'label' | 'small' | 'smallStrong' | 'heading', TextStyle>
  >;
}

export function sheet(canvas: Canvas, shape: SheetShape, color = DEFAULT_COLOR): Sheet {
  const { text, small } = shape;
  return {
    canvas,
    shape,
    color,
    width: shape.width - 2 * shape.margin,
    styles: {
      text: { face: 'regular', size: text },
      strong: { face: 'semibold', size: text },
      label: { face: 'regular', size: text, color: GREY },
      small: { face: 'regular', size: small, color: GREY },
      smallStrong: { face: 'semibold', size: small },
      heading: { face: 'semibold', size: text, color: onPaper(color) },
    },
  };
}
