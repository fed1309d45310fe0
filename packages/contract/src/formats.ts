/** Reads the paper format that a request for a PDF names. */
import { PAPER_FORMATS, type PaperFormat } from '@rafaga/fiscal';
import { messageFor } from './messages.js';
import { received } from './received.js';
import { Invalid } from './refusal.js';

/** The format of the query; without one, the default of the business, which is a4 at first. */
export function parseFormat(format: unknown, chosen = 'a4'): PaperFormat {
  const found = PAPER_FORMATS.find((known) => known === (format ?? chosen));
  if (found === undefined)
    throw new Invalid({
      format: [
        messageFor('format', undefined, {
          valores: PAPER_FORMATS.join(', '),
          recibido: received(format ?? chosen),
        }),
      ],
    });
  return found;
}
