/**
 * The processes of an installation: each says every few seconds that it lives, and finds out by
 * that whether PostgreSQL takes what is written.
 */
import pg from 'pg';
import { isDiskFull, isUnavailable } from '../databaseErrors.js';
import { connectionsOf, type Db, poolOf } from '../db.js';
import { ENDPOINT } from '../exchange/endpoint.js';

export type ProcessKind = 'api' | 'worker' | 'panel';

/** Something that is wrong with a process, or with what it needs. */
export interface ProcessCondition {
  word: string;
  text: string;
  remedy?: string;
  since: Date;
}

export interface ProcessRow {
  kind: ProcessKind;
  name: string;
  startedAt: Date;
  /** When it last said that it lives. */
  seenAt: Date;
  /** When it last took or finished a document; null: it takes none. */
  progressAt: Date | null;
  conditions: ProcessCondition[];
}

export interface HeartbeatOptions {
  kind: ProcessKind;
  /** Host and pid, as on leases. */
  name: string;
  conditions(): readonly ProcessCondition[];
  /** Milliseconds since its last progress. */
  progressAgo?(): number;
  /** Something else has found no room in the database; a beat may still find some. */
  isDiskFull?(): boolean;
}

interface Fault {
  word: string;
  text: string;
  remedy?: string;
}

/** The probe of PostgreSQL: each check also records a heartbeat of the process. */
export interface Heartbeat {
  words: readonly string[];
  everyMs: number;
  withinMs: number;
  check(): Promise<readonly Fault[]>;
  failed(error: Error): Fault;
  /** Records that the process ends, so that it is not reported as missing. */
  close(): Promise<void>;
}

const EVERY_MS = 5_000;
/** A server that is frozen is named after this. */
const ANSWER_MS = 2_500;
const LOCK_MS = 1_000;
/** A process that has been silent for longer is deleted. */
const FORGOTTEN = `interval '1 day'`;

const BEAT = `INSERT INTO processes (kind, name, started_at, seen_at, progress_at, conditions)
  VALUES ($1, $2, $3, now(), now() - $4 * interval '1 ms', $5)
  ON CONFLICT (kind, name) DO UPDATE
    SET started_at = EXCLUDED.started_at, seen_at = EXCLUDED.seen_at,
      progress_at = EXCLUDED.progress_at,
    conditions = EXCLUDED.conditions`;
/** What every sale needs: who holds one of them holds everything. */
const TOUCH = `SELECT (SELECT 1 FROM "references" WHERE business_id = 0 AND key = ''), (SELECT 1
  FROM documents WHERE id = 0),
  (SELECT 1 FROM emissions WHERE document_id = 0)`;

const AWAY: Fault = {
  word: 'postgres',
  text: 'PostgreSQL no responde',
  remedy: 'Revisa que PostgreSQL esté en marcha y que DATABASE_URL lo nombre',
};
/** Also what a sale that found no room tells. */
export const POSTGRES_FULL = {
  word: 'postgres_sin_espacio',
  text: 'PostgreSQL no tiene espacio en disco',
  remedy: 'Libera espacio en el disco de PostgreSQL: lo que tiene se puede leer',
} as const satisfies Fault;
const READ_ONLY: Fault = {
  word: 'postgres_solo_lectura',
  text: 'PostgreSQL no acepta escrituras',
  remedy: 'DATABASE_URL debe apuntar al principal',
};
const LOCKED: Fault = {
  word: 'postgres_bloqueado',
  text: 'PostgreSQL tiene tablas bloqueadas y nada puede escribirse',
  remedy: 'Busca quién las tiene en pg_locks y pg_stat_activity, y termínalo',
};
/** By SQLSTATE. */
const CAUSES: Readonly<Record<string, Fault>> = {
  '25006': READ_ONLY,
  '55P03': LOCKED,
  '57014': LOCKED,
};

/** @param db gives it a connection of its own, so that a beat waits behind nothing */
export function createHeartbeat(
  db: Db,
  { kind, name, conditions, progressAgo, isDiskFull: noRoom }: HeartbeatOptions,
): Heartbeat {
  const pool = connectionsOf(db).openPool({
    max: 1,
    name: 'rafaga-health',
    connectWithin: ANSWER_MS,
  });
  const startedAt = new Date();
  let first = true;
  const ask = (text: string, values: unknown[] = []) =>
    pool.query({ text, values, query_timeout: ANSWER_MS } as pg.QueryConfig);

  return {
    words: [
      'postgres',
      POSTGRES_FULL.word,
      ...new Set(Object.values(CAUSES).map(({ word }) => word)),
    ],
    everyMs: EVERY_MS,
    withinMs: 2 * ANSWER_MS,
    async check() {
      if (first) await ask(`DELETE FROM processes WHERE seen_at < now() - ${FORGOTTEN}`);
      first = false;
      await ask(`SET lock_timeout = ${LOCK_MS}`);
      await ask(BEAT, [
        kind,
        name,
        startedAt,
        progressAgo?.() ?? null,
        JSON.stringify(conditions()),
      ]);
      await ask(TOUCH);
      return noRoom?.() ? [POSTGRES_FULL] : [];
    },
    failed: troubleOf,
    async close() {
      await ask('DELETE FROM processes WHERE kind = $1 AND name = $2', [kind, name]).catch(
        () => undefined,
      );
      await pool.end();
    },
  };
}

function troubleOf(error: Error): Fault {
  if (isDiskFull(error)) return POSTGRES_FULL;
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  return (
    CAUSES[code] ??
    (isUnavailable(error) ? AWAY : { ...AWAY, text: 'PostgreSQL no acepta lo que se le pide' })
  );
}

/**
 * Every process that has been seen within a day, those of a kind together, by name: one JSON value.
 */
export const PROCESSES = `(
    SELECT coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'startedAt', started_at,
      'seenAt', seen_at, 'progressAt', progress_at,
      'conditions', conditions) ORDER BY kind, name), '[]')
    FROM processes WHERE seen_at > now() - ${FORGOTTEN})`;

/** As JSON has it: moments are texts there. */
export const toProcesses = (rows: readonly ProcessRow[]): ProcessRow[] =>
  rows.map((row) => ({
    ...row,
    startedAt: new Date(row.startedAt),
    seenAt: new Date(row.seenAt),
    progressAt: row.progressAt && new Date(row.progressAt),
    conditions: row.conditions.map((each) => ({ ...each, since: new Date(each.since) })),
  }));

/** And when PostgreSQL was asked: by its clock the processes beat. */
export async function listProcesses(db: Db): Promise<{ at: Date; processes: ProcessRow[] }> {
  const text = `SELECT now() AS at, ${PROCESSES} AS processes`;
  const { rows } = await poolOf(db).query<{ at: Date; processes: ProcessRow[] }>({
    name: 'list_processes',
    text,
  });
  return { at: rows[0]?.at ?? new Date(), processes: toProcesses(rows[0]?.processes ?? []) };
}

/** So many of the oldest are looked at. */
const OLDEST = 10_000;
const OVERDUE = `
  SELECT EXISTS (
    SELECT FROM (SELECT * FROM emissions WHERE review_reason IS NULL ORDER BY document_id
      LIMIT ${OLDEST}) AS e
    JOIN businesses b ON b.id = e.business_id,
      (SELECT now() - $1 * interval '1 ms' AS long_ago) AS t
    WHERE e.created_at < long_ago AND (e.not_before IS NULL OR e.not_before < long_ago)
      AND (e.lease_until IS NULL OR e.lease_until < long_ago)
      AND (b.paused_until IS NULL OR b.paused_until < long_ago) AND (e.stage = 'recorded'
        OR ${ENDPOINT} <> ALL ($2))) AS overdue`;

/**
 * Whether there is a document that could have been taken so long ago and that no process has.
 * @param avoid endpoints that are down: what would go there is not taken
 */
export async function isOverdue(db: Db, ms: number, avoid: readonly string[]): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ overdue: boolean }>({
    name: 'is_overdue',
    text: OVERDUE,
    values: [ms, avoid],
  });
  return rows[0]?.overdue ?? false;
}
