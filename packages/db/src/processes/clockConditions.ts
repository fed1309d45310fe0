/** Compares this machine's clock with PostgreSQL's, by which leases, waits and ids are given. */
import { aheadOf, CLOCKS_APART_MS, clockText } from '@rafaga/runtime/clocks';
import type { Condition } from '@rafaga/runtime/conditions';

export const CLOCK_WORD = 'reloj';
const REMEDY =
  'Activa la sincronización en esta máquina y en la de PostgreSQL: timedatectl set-ntp true';

/**
 * @param at PostgreSQL's clock
 * @param asked this machine's, before that was read
 * @param answered and after
 */
export function clockConditions(at: number, asked: number, answered: number): Condition[] {
  const ahead = aheadOf(at, asked, answered);
  if (Math.abs(ahead) <= CLOCKS_APART_MS) return [];
  const text = `El reloj ${clockText(ahead, 'de PostgreSQL')}`;
  return [{ word: CLOCK_WORD, text, remedy: REMEDY }];
}
