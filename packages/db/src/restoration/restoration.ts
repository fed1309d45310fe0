/**
 * Holds the database against what was acknowledged, and remembers that it is behind: while a
 * restoration is open no document is issued (a trigger sees to it), none is claimed, and all
 * processes know why.
 */
import type pg from 'pg';
import type { Db } from '../db.js';
import { stageAfter } from '../stageSql.js';

/** As the marks of the file store tell it. */
export interface Acknowledgements {
  ids: readonly number[];
  series: readonly {
    ruc: string;
    environment: string;
    kind: string;
    series: string;
    number: number;
  }[];
}

/** What was acknowledged and is not in the database. */
export interface Behind {
  ids: number[];
  series: SeriesBehind[];
}

export interface SeriesBehind {
  ruc: string;
  environment: string;
  kind: string;
  series: string;
  /** The last number here; null when there is no such series. */
  known: number | null;
  acknowledged: number;
}

/** SQLSTATE of what the trigger says. */
export const RESTORING_CODE = 'RF001';

/**
 * For statements that take work: none is taken while a restoration is open. Looked at once a
 * statement.
 */
export const NOT_RESTORING = '(SELECT count(*) = 0 FROM restorations r WHERE r.ended_at IS NULL)';

/** A connection or a pool of them. */
export interface Client {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

const MISSING_IDS = `
  SELECT t.id::text FROM unnest($1::bigint[]) AS t (id)
  WHERE NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)
    AND NOT EXISTS (SELECT FROM restorations r WHERE r.ended_at IS NOT NULL AND r.lost -> 'ids' @> to_jsonb(t.id))
  ORDER BY 1`;

const SERIES_BEHIND = `
  SELECT m.ruc, m.environment, m.kind, m.series, s.last AS known, m.number AS acknowledged
  FROM json_to_recordset($1::json) AS m (ruc text, environment text, kind text, series text, number int)
  CROSS JOIN LATERAL (
    SELECT max(s.last_number) AS last FROM series s JOIN businesses b ON b.id = s.business_id
    WHERE b.ruc = m.ruc AND s.code = m.series AND s.environment = m.environment) AS s
  WHERE coalesce(s.last, 0) < m.number AND NOT EXISTS (
    SELECT FROM restorations r, jsonb_to_recordset(r.lost -> 'series') AS l (ruc text, environment text, series text, acknowledged int)
    WHERE r.ended_at IS NOT NULL AND l.ruc = m.ruc AND l.environment = m.environment AND l.series = m.series AND l.acknowledged >= m.number)
  ORDER BY m.ruc, m.series`;

/**
 * Undefined when the database has all of it, or two persons have ended a restoration without it.
 */
export async function findBehind(
  client: Client,
  { ids, series }: Acknowledgements,
): Promise<Behind | undefined> {
  const missing = await client.query<{ id: string }>(MISSING_IDS, [ids]);
  const behind = await client.query<SeriesBehind>(SERIES_BEHIND, [JSON.stringify(series)]);
  if (missing.rows.length === 0 && behind.rows.length === 0) return undefined;
  return { ids: missing.rows.map(({ id }) => Number(id)), series: behind.rows };
}

/** What a process says aloud when it learns of one; `rafaga restaurar` tells the rest. */
export function restorationAlarm(found: Behind | undefined): [text: string, facts: object] {
  const text =
    'ALARMA: la base de datos sabe menos de lo que ya se emitió (¿se restauró una copia?): ' +
    'modo restauración; ' +
    'no se emite ni se envía nada hasta terminarlo con rafaga restaurar';
  const series = (found?.series ?? []).slice(0, TOLD).map((each) => {
    return `${each.ruc} ${each.series}: ${each.known ?? 0} de ${each.acknowledged}`;
  });
  return [text, { series, ids: (found?.ids ?? []).slice(0, TOLD) }];
}

const TOLD = 10;

/** Begins a restoration, unless one is open. @returns whether it was begun by this */
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

/** Numbers were given a second time: what has them waits for a person, and a restoration begins. */
export async function holdRepeated(client: Client, documentIds: readonly string[]): Promise<void> {
  await client.query(
    `WITH held AS (
       UPDATE emissions SET stage = ${stageAfter('review', 'review')}, review_reason = 'foreign_number',
         last_error = 'el número ya se había dado: la base de datos es más antigua que lo emitido'
       WHERE document_id = ANY ($1) RETURNING document_id),
     reference AS (
       UPDATE "references" r SET state = 'review' FROM documents d
       WHERE d.id IN (SELECT document_id FROM held) AND r.business_id = d.business_id AND r.key = d.reference)
     INSERT INTO restorations (begun_by, reason) VALUES ('api', 'un contador dio otra vez números que ya había dado')
     ON CONFLICT DO NOTHING`,
    [documentIds],
  );
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
  rebuilt: unknown;
  asked: unknown;
  proposedBy: string | null;
  proposedAt: Date | null;
  jump: number | null;
  endReason: string | null;
}

const OPEN = `
  SELECT id, begun_at AS "begunAt", begun_by AS "begunBy", reason, found, wanted, wanted_by AS "wantedBy", stretch,
    progress, rebuilt, asked, proposed_by AS "proposedBy", proposed_at AS "proposedAt", jump, end_reason AS "endReason"
  FROM restorations WHERE ended_at IS NULL`;

/** The one that is open. */
export async function openedRestoration(db: Pick<Db, 'pool'>): Promise<Restoration | undefined> {
  const { rows } = await db.pool.query<Restoration>({ name: 'open_restoration', text: OPEN });
  return rows[0];
}
