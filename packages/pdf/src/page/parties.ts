/** Lays out the client and the terms of the sale side by side. */
import type { PrintedContent } from '../content/printedContent.js';
import { type Block, beside, labelled, panel, space, stack } from '../paper/block.js';
import { HAIR } from '../paper/colors.js';
import type { Sheet } from './sheet.js';

const CLIENT_SHARE = 0.6;
/** A client higher than this many times the terms takes the whole width. */
const MAX_CLIENT_RATIO = 3;

export function parties(
  { canvas, shape, styles, width }: Sheet,
  { client, terms }: PrintedContent,
): Block {
  const padding = { x: shape.gap, y: shape.gap * 0.65 };
  const inner = width - 2 * padding.x;
  const set = { label: styles.label, value: styles.text };
  const left = labelled(canvas, client, set, inner * CLIENT_SHARE - shape.gap);
  const right = labelled(canvas, terms, set, inner * (1 - CLIENT_SHARE), inner * 0.2);
  const content =
    left.height > MAX_CLIENT_RATIO * right.height
      ? stack(
          [labelled(canvas, client, set, inner), labelled(canvas, terms, set, inner)],
          shape.gap / 2,
        )
      : beside([
          [0, left],
          [inner * CLIENT_SHARE, right],
        ]);
  return stack([
    panel(canvas, content, width, padding, { stroke: HAIR, weight: 0.7, radius: 4 }),
    space(shape.gap),
  ]);
}
