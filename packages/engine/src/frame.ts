/** XML written once with gaps for its values: 500 lines fill the same frame 500 times, which costs a third less than writing them anew. */
import { CURRENCY, type Currency } from '@rafaga/fiscal';

/** Stands in a template where a value will; no XML can hold it. */
export const GAP = '\u0000';

export type Frame = readonly string[];

/** One a currency, which is the same all through a document. */
export function frames(template: (currency: Currency) => string): Record<Currency, Frame> {
  const cut = Object.keys(CURRENCY).map((currency) => [currency, template(currency as Currency).split(GAP)]);
  return Object.fromEntries(cut) as Record<Currency, Frame>;
}

/** The values in the order of the gaps, written as XML already. */
export function filled(frame: Frame, values: readonly string[]): string {
  let xml = frame[0] as string;
  for (let at = 0; at < values.length; at += 1) xml += (values[at] as string) + (frame[at + 1] as string);
  return xml;
}
