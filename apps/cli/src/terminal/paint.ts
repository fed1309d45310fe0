/** Colours text for a terminal; text for files, pipes and NO_COLOR stays plain. */
import type { WriteStream } from 'node:tty';

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
