/**
 * Masks the texts of SUNAT that a reference's page shows: they quote what they are about, as the
 * name or the number of the client.
 */
import { hideQuotedValues } from '@rafaga/runtime';
import type { ReferenceDetails } from './requestedReference.js';

export function maskedDetails(details: ReferenceDetails): ReferenceDetails {
  const { found, document, history } = details;
  const { emission, description } = found;
  const { outcome } = document;
  return {
    ...details,
    found: {
      ...found,
      description: maskedText(description),
      emission: emission && { ...emission, lastError: maskedText(emission.lastError) },
    },
    document: {
      ...document,
      ...(outcome && {
        outcome: {
          ...outcome,
          description: maskedText(outcome.description),
          notes: outcome.notes.map((note) => ({ ...note, text: hideQuotedValues(note.text) })),
        },
      }),
    },
    history: history.map((row) => ({ ...row, detail: maskedText(row.detail) })),
  };
}

export const maskedText = (text: string | null): string | null =>
  text === null ? null : hideQuotedValues(text);
