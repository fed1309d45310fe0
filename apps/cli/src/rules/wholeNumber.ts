/** Reads an option or argument that is a whole number. */
import { Mistakes } from '../terminal/failure.js';

export interface Bounds {
  /** 1, if absent. */
  least?: number;
  most: number;
}

/** @returns undefined for an absent option, and after a mistake */
export function readWholeNumber(
  option: string,
  given: string | undefined,
  { least = 1, most }: Bounds,
  mistakes: Mistakes,
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d{1,8}$/.test(given) && number >= least && number <= most) return number;
  mistakes.add(option, `un entero de ${least} a ${most}.`);
  return undefined;
}

/** The same for an option that is read alone. @throws Misuse */
export function wholeNumber(option: string, given: string, bounds: Bounds): number {
  const mistakes = new Mistakes();
  const number = readWholeNumber(option, given, bounds, mistakes);
  mistakes.check();
  return number as number;
}
