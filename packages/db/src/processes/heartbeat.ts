/**
 * Records every few seconds that a process is alive; the same write checks that PostgreSQL accepts
 * writes.
 */
import type { Condition, Probe } from '@rafaga/runtime/conditions';
import type pg from 'pg';
import { connectionsOf, type Db } from '../db.js';
import { CLOCK_WORD, clockConditions } from './clockConditions.js';
import {
  AWAY,
  conditionOf,
  DATABASE_WORDS,
  NO_STANDBY,
  POSTGRES_FULL,
  READ_ONLY,
} from './databaseConditions.js';
import {
  FORGOTTEN,
  type ProcessCondition,
  type ProcessKind,
  type ProcessLoad,
} from './processes.js';

export interface HeartbeatOptions {
  kind: ProcessKind;
  /** Host and pid, the name that leases have too. */
  name: string;
  /** The version of the program. */
  version: string;
  conditions(): readonly ProcessCondition[];
  /** Milliseconds since its last progress. */
  progressAgo?(): number;
  load?(): ProcessLoad;
  /**
   * Whether another write failed because the disk is full, although heartbeats may still succeed.
   */
  isDiskFull?(): boolean;
}

/** The probe of PostgreSQL: each check also records a heartbeat of the process. */
export interface Heartbeat extends Probe {
  /** Records that the process ends, so that it is not reported as missing. */
  close(): Promise<void>;
}

const EVERY_MS = 5_000;
/** A server that does not answer within this time is reported. */
const ANSWER_MS = 2_500;
const LOCK_MS = 1_000;
const BEAT = `INSERT INTO processes (kind, name, started_at, seen_at, progress_at, conditions, load,
    version)
  VALUES ($1, $2, $3, now(), now() - $4 * interval '1 ms', $5, $6, $7)
  ON CONFLICT (kind, name) DO UPDATE
    SET started_at = EXCLUDED.started_at, seen_at = EXCLUDED.seen_at,
      progress_at = EXCLUDED.progress_at,
      conditions = EXCLUDED.conditions, load = EXCLUDED.load, version = EXCLUDED.version
  RETURNING clock_timestamp() AS at`;
/** Reads the tables that every sale needs, so that a lock or a missing privilege is noticed. */
const TOUCH = `SELECT (SELECT 1 FROM "references" WHERE business_id = 0 AND key = ''), (SELECT 1
  FROM documents WHERE id = 0), (SELECT 1 FROM businesses WHERE id = 0),
  (SELECT 1 FROM emissions WHERE document_id = 0)`;
/**
 * Whether a commit of this role waits for a synchronous standby. A later heartbeat waits for the
 * lock of the one whose commit waits, as if the table were locked.
 */
const WAITS_FOR_STANDBY = `SELECT 1 FROM pg_stat_activity
  WHERE usename = current_user AND wait_event = 'SyncRep' AND query_start < now() - interval '2 s'
  LIMIT 1`;

/** @param db opens a separate connection, so that a heartbeat does not wait for other queries */
export function createHeartbeat(
  db: Db,
  { kind, name, version, conditions, progressAgo, load, isDiskFull: noRoom }: HeartbeatOptions,
): Heartbeat {
  const pool = connectionsOf(db).openPool({
    max: 1,
    name: 'rafaga-health',
    connectWithin: ANSWER_MS,
    lockWithin: LOCK_MS,
  });
  const startedAt = new Date();
  let first = true;
  const ask: Ask = (text, values = [], name = undefined) =>
    pool.query({ name, text, values, query_timeout: ANSWER_MS } as pg.QueryConfig);

  /**
   * Whether the write of the heartbeat proves that this condition has ended: not that of missing
   * tables, which has the same word and fails what is read after it.
   */
  const isDisproved = (text: string): boolean =>
    (text.startsWith(AWAY.text) && !text.includes('PgBouncer')) ||
    [NO_STANDBY, READ_ONLY].some((each) => each.text === text) ||
    (text === POSTGRES_FULL.text && !noRoom?.());

  async function write(): Promise<Condition[]> {
    if (first) {
      await forgetEnded(ask, { kind, name });
      await tryTransaction(ask);
      first = false;
    }
    const asked = Date.now();
    const values = [
      kind,
      name,
      startedAt,
      progressAgo?.() ?? null,
      JSON.stringify(conditions().filter(({ text }) => !isDisproved(text))),
      load ? JSON.stringify(load()) : null,
      version,
    ];
    // prepared, as what sales need: a PgBouncer that loses such statements fails it too
    const { rows } = await ask(BEAT, values, 'heartbeat');
    const found = clockConditions(rows[0].at.getTime(), asked, Date.now());
    await ask(TOUCH);
    return found;
  }

  return {
    words: [...DATABASE_WORDS, CLOCK_WORD],
    everyMs: EVERY_MS,
    withinMs: 2 * ANSWER_MS,
    async check() {
      try {
        return [...(await write()), ...(noRoom?.() ? [POSTGRES_FULL] : [])];
      } catch (error) {
        if (await waitsForStandby(ask)) return [NO_STANDBY];
        throw error;
      }
    },
    failed: conditionOf,
    async close() {
      await ask('DELETE FROM processes WHERE kind = $1 AND name = $2', [kind, name]).catch(
        () => undefined,
      );
      await pool.end();
    },
  };
}

type Ask = (text: string, values?: unknown[], name?: string) => Promise<pg.QueryResult>;

/** A PgBouncer by statement refuses it, and serves the single statements of all other checks. */
async function tryTransaction(ask: Ask): Promise<void> {
  await ask('BEGIN');
  await ask('ROLLBACK');
}

const waitsForStandby = (ask: Ask): Promise<boolean> =>
  ask(WAITS_FOR_STANDBY).then(
    ({ rows }) => rows.length > 0,
    () => false,
  );

/**
 * Deletes processes that have been silent for long, and killed processes of this kind on this host,
 * which this process replaces. A process that is only suspended stays.
 */
async function forgetEnded(
  ask: Ask,
  { kind, name }: Pick<HeartbeatOptions, 'kind' | 'name'>,
): Promise<void> {
  await ask(`DELETE FROM processes WHERE seen_at < now() - ${FORGOTTEN}`);
  const { rows } = await ask('SELECT name FROM processes WHERE kind = $1', [kind]);
  const ended = (rows as { name: string }[]).filter((row) => isEndedHere(row.name, name));
  if (ended.length > 0)
    await ask('DELETE FROM processes WHERE kind = $1 AND name = ANY ($2)', [
      kind,
      ended.map((row) => row.name),
    ]);
}

/** Whether the process of a name (host and pid) ran on this host and has ended. */
function isEndedHere(name: string, own: string): boolean {
  const [host, pid] = splitName(name);
  return host !== undefined && host === splitName(own)[0] && !exists(Number(pid));
}

const splitName = (name: string): readonly string[] => /^(.+)-(\d+)$/.exec(name)?.slice(1) ?? [];

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
