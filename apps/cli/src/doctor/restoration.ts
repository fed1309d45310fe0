/** Checks that no restoration is open: nothing is issued or sent until two persons end it. */
import type { Db } from '@rafaga/db';
import { dateTime } from '../terminal/dates.js';
import { type Finding, findingsOf } from './finding.js';

const { well, fault } = findingsOf('Restauración');

export async function checkRestoration(db: Db): Promise<Finding[]> {
  const { openedRestoration } = await import('@rafaga/db');
  const open = await openedRestoration(db);
  if (!open) return [well('no hay ninguna abierta')];
  const since = dateTime(open.begunAt);
  return [
    fault(
      `abierta desde el ${since}: no se emite ni se envía nada`,
      'Sigue sus pasos: rafaga restaurar, o Restauración en el panel',
    ),
  ];
}
