/**
 * Writes the legends, each with its code of catalogue 52, and the caller's note in pieces that
 * rule 3006 admits.
 */
import type { PricedSale } from '@rafaga/fiscal';
import { attribute, text } from './xml.js';

/** All cbc:Note of the document. */
export function notes({ sale, legends }: PricedSale): string {
  let xml = '';
  for (const legend of legends)
    xml += `<cbc:Note languageLocaleID="${attribute(legend.code)}">${text(legend.text)}</cbc:Note>`;
  if (sale.note !== undefined)
    for (const piece of pieces(sale.note)) xml += `<cbc:Note>${text(piece)}</cbc:Note>`;
  return xml;
}

/** Splits a note into pieces of at most 200 characters, without white space but spaces (3006). */
export function pieces(note: string): string[] {
  const rest = [...note.replace(/\s+/gu, ' ').trim()];
  const found: string[] = [];
  while (rest.length > MAX_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_LENGTH);
    found.push(rest.splice(0, space > 0 ? space : MAX_LENGTH).join(''));
    if (rest[0] === ' ') rest.shift();
  }
  if (rest.length > 0) found.push(rest.join(''));
  return found;
}

/**
 * The note of these pieces. Only inside of a longer word is one of 200 characters without a space
 * cut, or after a word of just that length: such a word is read as part of the next one, which
 * gives the same pieces again.
 */
export function joined(parts: readonly string[]): string {
  let note = '';
  let cut = true;
  for (const piece of parts) {
    note += cut ? piece : ` ${piece}`;
    cut = [...piece].length === MAX_LENGTH && !piece.includes(' ');
  }
  return note;
}

const MAX_LENGTH = 200;
