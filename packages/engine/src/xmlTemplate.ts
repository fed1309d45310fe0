/**
 * XML that is encoded once with placeholders for its values, so that 500 lines fill one template
 * 500 times.
 */
import { CURRENCY, type Currency } from '@rafaga/fiscal';
import { ENCODING } from './xml.js';

/** Marks the place of a value in a template; XML cannot contain this character. */
export const PLACEHOLDER = '\u0000';

export interface XmlTemplate {
  /**
   * The bytes before, between and after the placeholders. Each is an array of its own, because a
   * slice of a pooled buffer is slower to copy.
   */
  pieces: readonly Uint8Array[];
  /** The length of all pieces in bytes. */
  size: number;
}

/** One template for each currency: a document has one currency throughout. */
export function templatesByCurrency(
  template: (currency: Currency) => string,
): Record<Currency, XmlTemplate> {
  const cut = Object.keys(CURRENCY).map((currency) => [
    currency,
    xmlTemplate(template(currency as Currency)),
  ]);
  return Object.fromEntries(cut) as Record<Currency, XmlTemplate>;
}

/** @param xml with a PLACEHOLDER for each value */
export function xmlTemplate(xml: string): XmlTemplate {
  const pieces = xml
    .split(PLACEHOLDER)
    .map((piece) => new Uint8Array(Buffer.from(piece, ENCODING)));
  return { pieces, size: xml.length - (pieces.length - 1) };
}
