/** Makes the colour of a business legible: text on it, itself on white, and light tints of it. */

export const GREY = '#5b6068';
export const HAIR = '#d4d7db';
const WHITE = '#ffffff';
const INK = '#1a1a1a';
/** The colour of a business that has not chosen one. */
export const DEFAULT_COLOR = '#1f3a5f';

/** Luminance above which a colour and white have less than WCAG's contrast of 3 for large text. */
const TOO_LIGHT = 0.3;

/** The colour of text that is legible on this colour. */
export const onTop = (color: string): string => (luminance(color) > TOO_LIGHT ? INK : WHITE);

/** The colour if it is legible on white, else a dark grey. */
export const onPaper = (color: string): string => (luminance(color) > TOO_LIGHT ? GREY : color);

/** A light tint of a colour. */
export const tint = (color: string, share: number): string =>
  `#${channels(color)
    .map((value) =>
      Math.round(255 - (255 - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** WCAG's relative luminance, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
