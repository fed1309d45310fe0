/**
 * Legends, each with its code of catalogue 52, then the caller's note in pieces that rule 3006 lets
 * pass.
 */
import type { PricedSale } from '@rafaga/fiscal';
import { attribute, text } from './xml.js';

/** cbc:Note, all of them. */
export function notes({ sale, legends }: PricedSale): string {
  let xml = '';
  for (const legend of legends)
    xml += `<cbc:Note languageLocaleID="${attribute(legend.code)}">${text(legend.text)}</cbc:Note>`;
  if (sale.note !== undefined)
    for (const piece of pieces(sale.note)) xml += `<cbc:Note>${text(piece)}</cbc:Note>`;
  return xml;
}

/**
 * At most 200 characters each and no white space but the space (3006), broken between words where
 * there is a space.
 */
export function pieces(note: string): string[] {
  const rest = [...note.replace(/\s+/gu, ' ').trim()];
  const found: string[] = [];
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(' ', LONGEST);
    found.push(rest.splice(0, space > 0 ? space : LONGEST).join(''));
    if (rest[0] === ' ') rest.shift();
  }
  if (rest.length > 0) found.push(rest.join(''));
  return found;
}

const LONGEST = 200;
