/** The paper formats in which a PDF can be asked for. */
import { MESSAGES } from './messages.js';
import { Invalid } from './refusals.js';

export const FORMATS = ['a4', 'a5', 'ticket-80', 'ticket-58'] as const;

export type Format = (typeof FORMATS)[number];

/** The format that a query asked for, a4 when it did not. */
export function parseFormat(format: unknown): Format {
  if (format === undefined) return 'a4';
  const found = FORMATS.find((known) => known === format);
  if (found === undefined) throw new Invalid({ format: [MESSAGES.format.replace('{valores}', FORMATS.join(', '))] });
  return found;
}
