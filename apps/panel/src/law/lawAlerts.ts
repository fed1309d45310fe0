/** Makes alerts of the sales of today that the rules of a coming day would refuse. */

import { type AlertProblem, countLawAlerts, type LawAlert } from '@rafaga/db';
import { addDays, limaToday, NOTICE_DAYS, peruvianDate } from '@rafaga/fiscal';
import { many } from '@rafaga/operations';
import type { Deps } from '../deps.js';

export async function lawAlerts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<AlertProblem[]> {
  const today = limaToday(now());
  const found = await countLawAlerts(db, addDays(today, 1), addDays(today, NOTICE_DAYS));
  return found.map(problemOf);
}

const problemOf = ({ day, businesses, refused, ruc, legalName }: LawAlert): AlertProblem => ({
  key: `law ${day}`,
  severity: 'warn',
  text:
    `La ley cambia el ${peruvianDate(day)} y afecta a ventas como las de ` +
    `${businesses === 1 ? legalName : many(businesses, 'negocio', 'negocios')}.`,
  advice:
    refused > 0
      ? 'Desde ese día SUNAT rechazaría algunas: corrige antes los productos de la lista.'
      : 'Desde ese día SUNAT observaría algunas, o llevarían más impuesto: mira la lista.',
  path: businesses === 1 ? `/negocios/${ruc}/ley?fecha=${day}` : `/ley?fecha=${day}`,
});
