/** Reads the processes of an installation from their heartbeats. */
import type { ActiveCondition } from '@rafaga/runtime/conditions';
import { type Db, poolOf } from '../db.js';

export type ProcessKind = 'api' | 'worker' | 'panel';

/** A problem of a process, or of a service that it needs. */
export type ProcessCondition = ActiveCondition;

/** How busy a process is. */
export interface ProcessLoad {
  /** Processor time since the last heartbeat, as a share of one core. */
  cpu: number;
  /** Resident memory in MB. */
  rssMb: number;
  /** The largest delay of its event loop since the last heartbeat, in milliseconds. */
  loopDelayMs: number;
}

export interface ProcessRow {
  kind: ProcessKind;
  name: string;
  startedAt: Date;
  /** The time of its last heartbeat. */
  seenAt: Date;
  /** When it last claimed or finished a document; null: it processes none. */
  progressAt: Date | null;
  /** Null: a process of an earlier version. */
  load: ProcessLoad | null;
  /** Null: a process of a version before 1.0.0. */
  version: string | null;
  conditions: ProcessCondition[];
}

/** A process without a heartbeat for this time is deleted. */
export const FORGOTTEN = `interval '1 day'`;

/** Every process with a heartbeat within a day, by kind and name, as one JSON value. */
export const PROCESSES = `(
    SELECT coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'startedAt', started_at,
      'seenAt', seen_at, 'progressAt', progress_at, 'load', load, 'version', version,
      'conditions', conditions) ORDER BY kind, name), '[]')
    FROM processes WHERE seen_at > now() - ${FORGOTTEN})`;

/** Converts the times of the JSON value to dates. */
export const toProcesses = (rows: readonly ProcessRow[]): ProcessRow[] =>
  rows.map((row) => ({
    ...row,
    startedAt: new Date(row.startedAt),
    seenAt: new Date(row.seenAt),
    progressAt: row.progressAt && new Date(row.progressAt),
    conditions: row.conditions.map((each) => ({ ...each, since: new Date(each.since) })),
  }));

/** Lists the processes, with PostgreSQL's time, which is also the time of the heartbeats. */
export async function listProcesses(db: Db): Promise<{ at: Date; processes: ProcessRow[] }> {
  const text = `SELECT now() AS at, ${PROCESSES} AS processes`;
  const { rows } = await poolOf(db).query<{ at: Date; processes: ProcessRow[] }>({
    name: 'list_processes',
    text,
  });
  return { at: rows[0]?.at ?? new Date(), processes: toProcesses(rows[0]?.processes ?? []) };
}
