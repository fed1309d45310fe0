/**
 * Blocks of a page, which know their height before they are drawn, because page breaks depend on
 * it.
 */
import type { Tag } from '../canvas/structureTree.js';
import type { Align, Canvas, RectStyle, TextStyle } from '../canvas.js';
import type { Pair } from '../content/pair.js';
import { evenLinesOf, LEADING, linesOf, widthOf } from '../type/lines.js';

export interface Block {
  height: number;
  /** Draws the block with its top left at this point. */
  draw(x: number, y: number): void;
  /** Is drawn above the block if a page begins with it. */
  continued?: Block | undefined;
}

export const space = (height: number): Block => ({ height, draw: () => undefined });

/** Stacks blocks vertically. */
export function stack(blocks: readonly Block[], gap = 0): Block {
  if (blocks.length === 1) return blocks[0] as Block;
  return {
    height:
      blocks.reduce((sum, { height }) => sum + height, 0) + gap * Math.max(0, blocks.length - 1),
    draw(x, y) {
      let top = y;
      for (const block of blocks) {
        block.draw(x, top);
        top += block.height + gap;
      }
    },
  };
}

/** Places blocks side by side, each at an offset from the left. */
export function beside(parts: readonly (readonly [offset: number, block: Block])[]): Block {
  return {
    height: Math.max(0, ...parts.map(([, { height }]) => height)),
    draw: (x, y) => {
      for (const [offset, block] of parts) block.draw(x + offset, y);
    },
  };
}

/** Breaks a text into lines, each a block of its own, so that a page may end between them. */
export function lineBlocks(
  canvas: Canvas,
  text: string,
  style: TextStyle,
  width: number,
  align: Align = 'left',
): Block[] {
  const lines = (align === 'center' ? evenLinesOf : linesOf)(text, style.face, style.size, width);
  const height = style.size * LEADING;
  return lines.map((line) => ({
    height,
    draw: (x, y) => canvas.line(line, x, y, style, width, align),
  }));
}

/** The lines of a text as one block, which is a part of the element that it is drawn in. */
export const lineStack = (
  canvas: Canvas,
  text: string,
  style: TextStyle,
  width: number,
  align: Align = 'left',
): Block => stack(lineBlocks(canvas, text, style, width, align));

export const paragraph = (
  canvas: Canvas,
  text: string,
  style: TextStyle,
  width: number,
  align: Align = 'left',
): Block => inside(canvas, 'P', lineStack(canvas, text, style, width, align));

/** Makes a block an element of the document's structure. */
export const inside = (canvas: Canvas, tag: Tag, block: Block): Block => ({
  height: block.height,
  draw: (x, y) => canvas.inside(tag, block, x, y),
});

/** Makes a block a decoration: what pages repeat is no part of the document. */
export const outside = (canvas: Canvas, block: Block): Block => ({
  height: block.height,
  draw: (x, y) => canvas.outside(() => block.draw(x, y)),
});

/** A label on the left and its value on the right; on two lines when they do not fit in one. */
export function sides(
  canvas: Canvas,
  [label, value]: Pair,
  style: TextStyle,
  width: number,
  valueStyle = style,
): Block {
  const gap = widthOf('  ', style.face, style.size);
  const room = width - widthOf(value, valueStyle.face, valueStyle.size) - gap;
  const parts = [
    paragraph(canvas, label, style, width),
    paragraph(canvas, value, valueStyle, width, 'right'),
  ] as const;
  const fits = widthOf(label, style.face, style.size) <= room;
  return inside(canvas, 'P', fits ? beside(parts.map((part) => [0, part])) : stack(parts));
}

/** Labels in a column as wide as the widest one, but no wider than `most`. */
export function labelled(
  canvas: Canvas,
  rows: readonly Pair[],
  styles: { label: TextStyle; value: TextStyle },
  width: number,
  most = width * 0.45,
): Block {
  const { label: labels, value: values } = styles;
  const gap = widthOf('   ', labels.face, labels.size);
  const wide =
    Math.min(
      most,
      Math.max(0, ...rows.map(([label]) => widthOf(label, labels.face, labels.size))),
    ) + gap;
  return stack(
    rows.map(([label, value]) =>
      inside(
        canvas,
        'P',
        beside([
          [0, paragraph(canvas, label, labels, wide - gap)],
          [wide, paragraph(canvas, value, values, width - wide)],
        ]),
      ),
    ),
  );
}

/** A block on a background or with a border. */
export function panel(
  canvas: Canvas,
  content: Block,
  width: number,
  padding: { x: number; y: number },
  style: RectStyle,
): Block {
  const height = content.height + 2 * padding.y;
  return {
    height,
    draw(x, y) {
      canvas.rect(x, y, width, height, style);
      content.draw(x + padding.x, y + padding.y);
    },
  };
}
