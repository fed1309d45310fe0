/**
 * Measures the lag of a standby by positions in the write-ahead log: it lacks at most what the
 * primary wrote after the newest position that the standby has replayed. This needs no server's
 * clock, and an idle primary does not look like a lagging standby.
 */
import type pg from 'pg';

/** A server's position in the log, and the last heartbeat of this process that it has. */
export interface Position {
  lsn: number;
  /** Shows a standby of another primary: its heartbeat stays behind, whatever its position says. */
  beat: number;
}

/** A position of the primary, and the time before which it was read. */
interface Sample extends Position {
  at: number;
}

export interface Positions {
  /** @param at when the primary was asked, on the monotonic clock */
  add(position: Position, at: number): void;
  /** When the primary was at the newest position that the standby has replayed. */
  reachedBy(standby: Position): number | undefined;
}

/** Dropping older samples can only overestimate the lag. */
const MAX_SAMPLES = 600;

export function createPositions(): Positions {
  let samples: Sample[] = [];
  return {
    add(position, at) {
      if (samples.length >= MAX_SAMPLES)
        samples = samples.filter((_sample, index) => index % 2 === 0);
      samples.push({ ...position, at });
    },
    reachedBy: ({ lsn, beat }) =>
      samples.findLast((sample) => sample.lsn <= lsn && sample.beat <= beat)?.at,
  };
}

/** The process whose heartbeats a standby must have. */
export interface HeartbeatKey {
  kind: string;
  name: string;
}

/**
 * SQL: the heartbeat as a number; and positions as numbers, since a log has less than 2^53 bytes.
 */
const BEAT = `(SELECT (extract(epoch FROM seen_at) * 1000)::float8 FROM processes
  WHERE kind = $1 AND name = $2) AS beat`;
const PRIMARY = `SELECT (pg_current_wal_flush_lsn() - '0/0')::float8 AS lsn, ${BEAT}`;
const STANDBY = `SELECT pg_is_in_recovery() AS standby,
  CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS lsn,
  ${BEAT}`;

/** @returns undefined until this process has recorded a heartbeat */
export async function primaryPosition(
  pool: pg.Pool,
  { kind, name }: HeartbeatKey,
): Promise<Position | undefined> {
  const { rows } = await pool.query<Nullable>(PRIMARY, [kind, name]);
  return readPosition(rows[0]);
}

/** @throws NotStandby for a server that accepts writes */
export async function standbyPosition(
  pool: pg.Pool,
  { kind, name }: HeartbeatKey,
): Promise<Position | undefined> {
  const { rows } = await pool.query<Nullable & { standby: boolean }>(STANDBY, [kind, name]);
  if (!rows[0]?.standby) throw new NotStandby('this server is no standby');
  return readPosition(rows[0]);
}

export class NotStandby extends Error {}

interface Nullable {
  lsn: number | null;
  beat: number | null;
}

const readPosition = (row: Nullable | undefined): Position | undefined =>
  row && row.lsn !== null && row.beat !== null ? { lsn: row.lsn, beat: row.beat } : undefined;
