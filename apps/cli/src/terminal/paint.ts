/** Colours text for a terminal; text for files, pipes and NO_COLOR stays plain. */
import type { WriteStream } from 'node:tty';
import { printable } from '@rafaga/runtime/printable';

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const;
export type Colour = keyof typeof CODES;

export function paint(
  colour: Colour,
  text: string,
  stream: Pick<WriteStream, 'isTTY'> = process.stdout,
): string {
  if (!stream.isTTY || process.env.NO_COLOR || process.env.TERM === 'dumb') return text;
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Its line breaks and colours stay; every other control character of a text is shown escaped. */
export const terminalText = (text: string): string =>
  text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('');

// biome-ignore lint/suspicious/noControlCharactersInRegex: what `paint` writes
const KEPT = /(\n|\u001b\[(?:1|2|22|31|32|33|39)m)/;
