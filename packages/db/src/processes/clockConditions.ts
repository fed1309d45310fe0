/** Compares this machine's clock with PostgreSQL's, by which leases, waits and ids are given. */
import type { Condition } from '@rafaga/runtime/conditions';

export const CLOCK_WORD = 'reloj';
/** Documents of midnight get the date of another day, and codes of two factors fail. */
const WRONG_MS = 30_000;
const REMEDY =
  'Activa la sincronización en esta máquina y en la de PostgreSQL: timedatectl set-ntp true';

/**
 * @param at PostgreSQL's clock
 * @param asked this machine's, before that was read
 * @param answered and after
 */
export function clockConditions(at: number, asked: number, answered: number): Condition[] {
  const ahead = asked > at ? asked - at : Math.min(0, answered - at);
  if (Math.abs(ahead) <= WRONG_MS) return [];
  const text =
    `El reloj de esta máquina va ${Math.round(Math.abs(ahead) / 1_000)} s ` +
    `${ahead > 0 ? 'adelantado al' : 'atrasado del'} de PostgreSQL`;
  return [{ word: CLOCK_WORD, text, remedy: REMEDY }];
}
