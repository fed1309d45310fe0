/** The number of a document as a form sends it. */

export const MAX_NUMBER = 99_999_999;

/** Undefined when the text is no number from 1 to MAX_NUMBER. */
export const readNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,7}$/.test(text) ? Number(text) : undefined;

/** One person begins a series up to here: numbers that are skipped stay unused for ever. */
const MAX_FIRST = 10_000_000;

/** What is wrong with the first number of a new series, if anything. */
export function faultOfFirst(number: number | undefined): string | undefined {
  if (number === undefined) return `Escribe un número entero de 1 a ${MAX_FIRST}.`;
  return number > MAX_FIRST
    ? 'Para empezar tan lejos, agrégala en 1 y propón su número siguiente: lo aprueba otra persona.'
    : undefined;
}
