/**
 * Checks how many months ahead partitions exist, so that a failure to create them is reported
 * early.
 */
import type { Condition, Probe } from '@rafaga/runtime/conditions';
import { type Db, poolOf } from '../db.js';

export interface MonthsAhead {
  /** The last month that has partitions, as 'YYYY-MM'. */
  last: string;
  /** The end of that month. */
  ends: Date;
  /** Whether the month after the next has no partitions. */
  missing: boolean;
}

/** Three months are made ahead. The rows of months stay after they are detached. */
const FIND = `
  SELECT last, last < to_char(today + interval '2 months', 'YYYY-MM') AS missing,
    (to_date(last, 'YYYY-MM') + interval '1 month') AT TIME ZONE 'America/Lima' AS ends
  FROM (SELECT coalesce(max(month), '2000-01') AS last FROM document_months
    WHERE detached_at IS NULL) AS made,
    (SELECT (now() AT TIME ZONE 'America/Lima')::date AS today) AS lima`;

export async function findMonthsAhead(db: Db): Promise<MonthsAhead> {
  const { rows } = await poolOf(db).query<MonthsAhead>({ name: 'months_ahead', text: FIND });
  return rows[0] as MonthsAhead;
}

export const MONTHS_REMEDY =
  'Los crea cualquier procesador (worker) en marcha, y su log dice por qué no puede; a mano, el ' +
  'dueño de las tablas llama a la función make_document_months';

const conditionOf = ({ last }: MonthsAhead): Condition => ({
  word: WORD,
  text: `La base de datos tiene meses solo hasta ${last}: faltan los siguientes`,
  remedy: MONTHS_REMEDY,
});

const WORD = 'meses_por_crear';
const EVERY_MS = 60_000;
const WITHIN_MS = 5_000;

export const monthsProbe = (db: Db): Probe => ({
  words: [WORD],
  everyMs: EVERY_MS,
  withinMs: WITHIN_MS,
  async check() {
    const found = await findMonthsAhead(db);
    return found.missing ? [conditionOf(found)] : [];
  },
  // the probe of the database reports a database that does not answer
  failed: () => undefined,
});
