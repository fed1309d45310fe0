/** Writes numbers, colours and rounded rectangles as operators of a PDF content stream. */
import { LRUCache } from 'lru-cache';

export const BLACK = '#000000';

export const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const MAX_CACHED = 64;
/** Caches the operands of a colour, by #rrggbb; a document has few colours. */
const operands = new LRUCache<string, string>({ max: MAX_CACHED });

export function rgb(color: string): string {
  let known = operands.get(color);
  if (known === undefined) {
    const part = (at: number) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255);
    known = `${part(1)} ${part(3)} ${part(5)}`;
    operands.set(color, known);
  }
  return known;
}

/** Distance of a control point, as a share of the radius, for a quarter circle of Bézier curves. */
const ROUND = 0.5523;

export interface OperatorWriter {
  text(text: string): void;
  /** Writes numbers, each with a space after it. */
  numbers(...values: number[]): void;
}

/** Writes a rectangle with round corners, from the left end of its top edge. */
export function rounded(
  { numbers, text }: OperatorWriter,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  const [right, bottom, bend] = [x + width, y + height, radius * (1 - ROUND)];
  const line = (toX: number, toY: number) => {
    numbers(toX, toY);
    text('l ');
  };
  const curve = (...points: number[]) => {
    numbers(...points);
    text('c ');
  };
  numbers(x + radius, y);
  text('m ');
  line(right - radius, y);
  curve(right - bend, y, right, y + bend, right, y + radius);
  line(right, bottom - radius);
  curve(right, bottom - bend, right - bend, bottom, right - radius, bottom);
  line(x + radius, bottom);
  curve(x + bend, bottom, x, bottom - bend, x, bottom - radius);
  line(x, y + radius);
  curve(x, y + bend, x + bend, y, x + radius, y);
  text('h');
}
