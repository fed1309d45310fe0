/** The two ticket rolls, with the measures and text styles of all that is drawn on them. */
import type { PaperFormat } from '@rafaga/fiscal';
import type { Canvas, TextStyle } from '../canvas.js';

export const MM = 72 / 25.4;

export interface Roll {
  paper: number;
  /** The width that the print head reaches, with a small margin. */
  printable: number;
  text: number;
  small: number;
  title: number;
  logo: { width: number; height: number };
}

export const ROLLS = {
  'ticket-80': {
    paper: 80 * MM,
    printable: 71 * MM,
    text: 8.4,
    small: 7.6,
    title: 11,
    logo: { width: 50 * MM, height: 22 * MM },
  },
  'ticket-58': {
    paper: 58 * MM,
    printable: 47 * MM,
    text: 7.6,
    small: 7,
    title: 9.4,
    logo: { width: 40 * MM, height: 18 * MM },
  },
} as const satisfies Record<Exclude<PaperFormat, 'a4' | 'a5'>, Roll>;

export interface Paper {
  canvas: Canvas;
  roll: Roll;
  width: number;
  text: TextStyle;
  small: TextStyle;
  strong: TextStyle;
  title: TextStyle;
}

export const paperOf = (canvas: Canvas, roll: Roll): Paper => ({
  canvas,
  roll,
  width: roll.printable,
  text: { face: 'medium', size: roll.text },
  small: { face: 'medium', size: roll.small },
  strong: { face: 'bold', size: roll.text },
  title: { face: 'bold', size: roll.title },
});
