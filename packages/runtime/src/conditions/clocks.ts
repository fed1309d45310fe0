/** Says how far this machine's clock is from another one. */

/** Documents of midnight get the date of another day, and codes of two factors fail. */
export const CLOCKS_APART_MS = 30_000;

/**
 * How far this machine's clock is ahead at least, negative when it is behind: the other one was
 * read at some moment between the request and the answer.
 * @param at the other clock
 * @param asked this machine's, before that was read
 * @param answered and after
 */
export const aheadOf = (at: number, asked: number, answered: number): number =>
  asked > at ? asked - at : Math.min(0, answered - at);

/**
 * @param aheadMs of this machine, negative when it is behind
 * @param whose the other clock, as 'de PostgreSQL'
 */
export const clockText = (aheadMs: number, whose: string): string =>
  `de esta máquina va ${Math.round(Math.abs(aheadMs) / 1_000)} s ` +
  `${aheadMs > 0 ? 'adelantado al' : 'atrasado del'} ${whose}`;
