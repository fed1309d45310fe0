/** The processes of an installation, as each said that it lives. */
import type { ActiveCondition } from '@rafaga/runtime/conditions';
import { type Db, poolOf } from '../db.js';

export type ProcessKind = 'api' | 'worker' | 'panel';

/** Something that is wrong with a process, or with what it needs. */
export type ProcessCondition = ActiveCondition;

/** How busy a process is. */
export interface ProcessLoad {
  /** Processor time since the last heartbeat, as a share of one core. */
  cpu: number;
  /** Resident memory in MB. */
  rssMb: number;
  /** How late its event loop was at its worst since the last heartbeat, in milliseconds. */
  loopDelayMs: number;
}

export interface ProcessRow {
  kind: ProcessKind;
  name: string;
  startedAt: Date;
  /** When it last said that it lives. */
  seenAt: Date;
  /** When it last took or finished a document; null: it takes none. */
  progressAt: Date | null;
  /** Null: a process of an earlier version. */
  load: ProcessLoad | null;
  conditions: ProcessCondition[];
}

/** A process that has been silent for longer is deleted. */
export const FORGOTTEN = `interval '1 day'`;

/**
 * Every process that has been seen within a day, those of a kind together, by name: one JSON value.
 */
export const PROCESSES = `(
    SELECT coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'startedAt', started_at,
      'seenAt', seen_at, 'progressAt', progress_at, 'load', load,
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
