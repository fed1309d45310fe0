/** Who buys and on which terms, side by side. */
import type { Facts } from '../facts.js';
import { type Block, beside, labelled, panel, space, stack } from '../paper/block.js';
import { HAIR } from '../paper/colors.js';
import type { Sheet } from './sheet.js';

const CLIENT_SHARE = 0.6;
/** A client so many times as long as the terms takes the whole width. */
const LONG = 3;

export function parties({ ink, shape, styles, width }: Sheet, { client, terms }: Facts): Block {
  const padding = { x: shape.gap, y: shape.gap * 0.65 };
  const inner = width - 2 * padding.x;
  const set = { label: styles.label, value: styles.text };
  const left = labelled(ink, client, set, inner * CLIENT_SHARE - shape.gap);
  const right = labelled(ink, terms, set, inner * (1 - CLIENT_SHARE), inner * 0.2);
  const content =
    left.height > LONG * right.height
      ? stack([labelled(ink, client, set, inner), labelled(ink, terms, set, inner)], shape.gap / 2)
      : beside([
          [0, left],
          [inner * CLIENT_SHARE, right],
        ]);
  return stack([
    panel(ink, content, width, padding, { stroke: HAIR, weight: 0.7, radius: 4 }),
    space(shape.gap),
  ]);
}
