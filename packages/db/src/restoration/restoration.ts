/**
 * Begins and reads the open restoration. While one is open, a trigger prevents documents from being
 * issued, workers claim none, and every process reports it.
 */
import { type Db, poolOf } from '../db.js';
import type { Behind, Client } from './behind.js';
import type { AskedReport, RebuiltReport } from './reports.js';

/** The SQLSTATE that the trigger raises. */
export const RESTORING_CODE = 'RF001';

/** A condition for statements that claim work; PostgreSQL evaluates it once for a statement. */
export const NOT_RESTORING = '(SELECT count(*) = 0 FROM restorations r WHERE r.ended_at IS NULL)';

/** The alarm that a process logs about a restoration; `rafaga restaurar` shows the details. */
export function restorationAlarm(found: Behind): [text: string, facts: object] {
  const text =
    'ALARMA: la base de datos sabe menos de lo que ya se emitió (¿se restauró una copia?): ' +
    'modo restauración; ' +
    'no se emite ni se envía nada hasta terminarlo con rafaga restaurar';
  const series = found.series.slice(0, TOLD).map((each) => {
    return `${each.ruc} ${each.series}: ${each.known ?? 0} de ${each.acknowledged}`;
  });
  return [text, { series, ids: found.ids.slice(0, TOLD) }];
}

const TOLD = 10;

/** Begins a restoration, unless one is open. @returns whether this call began it */
export async function openRestoration(
  client: Client,
  by: string,
  { found, reason }: { found?: Behind; reason?: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO restorations (begun_by, reason, found) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [by, reason ?? null, JSON.stringify(found ?? { ids: [], series: [] })],
  );
  return rowCount === 1;
}

/** Puts documents that repeat an issued number in review, and begins a restoration. */
export async function reviewRepeatedNumbers(
  client: Client,
  documentIds: readonly number[],
): Promise<void> {
  await client.query('SELECT review_repeated_numbers($1::bigint[])', [documentIds]);
}

export type RestorationStep = 'rebuild' | 'ask';

export interface Restoration {
  id: number;
  begunAt: Date;
  begunBy: string;
  reason: string | null;
  found: Behind;
  wanted: RestorationStep | null;
  wantedBy: string | null;
  stretch: number;
  progress: unknown;
  rebuilt: RebuiltReport | null;
  asked: AskedReport | null;
  proposedBy: string | null;
  proposedAt: Date | null;
  jump: number | null;
  endReason: string | null;
}

/** SQL: what was found missing; nothing, where a number that was given twice began it. */
export const FOUND = `'{"ids": [], "series": []}'::jsonb || found AS found`;

const OPEN = `
  SELECT id, begun_at AS "begunAt", begun_by AS "begunBy", reason, ${FOUND}, wanted,
    wanted_by AS "wantedBy", stretch,
    progress, rebuilt, asked, proposed_by AS "proposedBy", proposed_at AS "proposedAt", jump,
      end_reason AS "endReason"
  FROM restorations WHERE ended_at IS NULL`;

/** The open restoration, if any. */
export async function openedRestoration(db: Db): Promise<Restoration | undefined> {
  const { rows } = await poolOf(db).query<Restoration>({ name: 'open_restoration', text: OPEN });
  return rows[0];
}
