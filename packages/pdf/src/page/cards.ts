/** Lays out cards on a page: small ones in pairs, others over the whole width. */
import type { Card } from '../content/cards.js';
import {
  type Block,
  beside,
  inside,
  labelled,
  lineBlocks,
  lineStack,
  outside,
  paragraph,
  sides,
  space,
  stack,
} from '../paper/block.js';
import { widthOf } from '../type/lines.js';
import type { Sheet } from './sheet.js';

/** Cards with at most this many rows are laid out in pairs. */
const MAX_SMALL_ROWS = 6;

export function flow(sheet: Sheet, cards: readonly Card[]): Block[] {
  const { shape, width } = sheet;
  const half = width / 2;
  const blocks: Block[] = [];
  for (let at = 0; at < cards.length; at++) {
    const [card, next] = [cards[at] as Card, cards[at + 1]];
    blocks.push(space(shape.gap));
    if (next && isSmall(card) && isSmall(next)) {
      const [one, other] = [card, next].map((each) =>
        stack(cardBlocks(sheet, each, half - shape.gap)),
      ) as [Block, Block];
      blocks.push(
        beside([
          [0, one],
          [half + shape.gap, other],
        ]),
      );
      at++;
    } else blocks.push(...cardBlocks(sheet, card, width));
  }
  return blocks;
}

const isSmall = ({ rows, text }: Card): boolean => !text && rows.length <= MAX_SMALL_ROWS;

/**
 * The blocks of a card; title and first row are one block, so that no page separates them, and a
 * page that begins with a later row repeats the title.
 */
export function cardBlocks(
  { canvas, shape, styles }: Sheet,
  { title, rows, text, grid }: Card,
  width: number,
): Block[] {
  const heading = inside(canvas, 'H2', paragraph(canvas, title, styles.heading, width));
  const body = text
    ? lineBlocks(canvas, text, styles.text, width)
    : grid
      ? gridBlocks({ canvas, styles, shape }, rows, width)
      : rows.map((_, i) => rowOf({ canvas, styles }, rows, i, width));
  const [first, ...rest] = body;
  if (!first) return [heading];
  const again = lineStack(canvas, `${title} (continúa)`, styles.heading, width);
  const continued = outside(canvas, stack([again, space(1.5)]));
  return [stack([heading, space(1.5), first]), ...rest.map((block) => ({ ...block, continued }))];
}

/** A row of a card, whose label column is as wide as the widest label. */
function rowOf(
  { canvas, styles }: Pick<Sheet, 'canvas' | 'styles'>,
  rows: Card['rows'],
  at: number,
  width: number,
): Block {
  const set = { label: styles.label, value: styles.text };
  const widest = Math.max(
    ...rows.map(([label]) => widthOf(label, styles.label.face, styles.label.size)),
  );
  const [label, value] = rows[at] as Card['rows'][number];
  const most = Math.min(widest, width * 0.45);
  const gap = widthOf('   ', styles.label.face, styles.label.size);
  if (rows.length === 1) return labelled(canvas, rows, set, width);
  const row = beside([
    [0, paragraph(canvas, label, set.label, most)],
    [most + gap, paragraph(canvas, value, set.value, width - most - gap)],
  ]);
  return inside(canvas, 'P', row);
}

/** Lays rows out in as many columns as fit. */
function gridBlocks(
  { canvas, styles, shape }: Pick<Sheet, 'canvas' | 'styles' | 'shape'>,
  rows: Card['rows'],
  width: number,
): Block[] {
  const { face, size } = styles.text;
  const widest = Math.max(
    ...rows.map(([label, value]) => widthOf(`${label}   ${value}`, face, size)),
  );
  const columns = Math.max(
    1,
    Math.min(rows.length, Math.floor((width + 2 * shape.gap) / (widest + 2 * shape.gap))),
  );
  const own = (width - (columns - 1) * 2 * shape.gap) / columns;
  const blocks: Block[] = [];
  for (let at = 0; at < rows.length; at += columns)
    blocks.push(
      beside(
        rows
          .slice(at, at + columns)
          .map((pair, i) => [
            i * (own + 2 * shape.gap),
            sides(canvas, pair, styles.text, Math.min(own, widest + 2 * shape.gap)),
          ]),
      ),
    );
  return blocks;
}
