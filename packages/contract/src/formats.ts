/** The paper formats in which a PDF can be asked for. */
import { MESSAGES } from './messages.js';
import { Invalid } from './refusals.js';

export const FORMATS = ['a4', 'a5', 'ticket-80', 'ticket-58'] as const;

export type Format = (typeof FORMATS)[number];

/**
 * The format that a query asked for; when it did not, the one that its business chose, which is a4
 * unless it says otherwise.
 */
export function parseFormat(format: unknown, chosen = 'a4'): Format {
  const found = FORMATS.find((known) => known === (format ?? chosen));
  if (found === undefined)
    throw new Invalid({ format: [MESSAGES.format.replace('{valores}', FORMATS.join(', '))] });
  return found;
}
