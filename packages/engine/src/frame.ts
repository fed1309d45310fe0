/** XML written once with gaps for its values: 500 lines fill the same frames 500 times. */
import { CURRENCY, type Currency } from '@rafaga/fiscal';
import { ENCODING } from './xml.js';

/** Stands in a template where a value will; no XML can hold it. */
export const GAP = '\u0000';

export interface Frame {
  /**
   * The bytes before, between and behind the gaps; each an array of its own, for a slice of a pool
   * is slower to copy from.
   */
  pieces: readonly Uint8Array[];
  /** Bytes of all of them. */
  size: number;
}

/** One a currency, which is the same all through a document. */
export function frames(template: (currency: Currency) => string): Record<Currency, Frame> {
  const cut = Object.keys(CURRENCY).map((currency) => [
    currency,
    frame(template(currency as Currency)),
  ]);
  return Object.fromEntries(cut) as Record<Currency, Frame>;
}

/** @param xml with a GAP wherever a value will stand */
export function frame(xml: string): Frame {
  const pieces = xml.split(GAP).map((piece) => new Uint8Array(Buffer.from(piece, ENCODING)));
  return { pieces, size: xml.length - (pieces.length - 1) };
}
