/** Examines the servers of DATABASE_REPLICA_URL: each must be a standby of the primary. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Db, poolOf } from '../db.js';
import { eachServer } from '../servers.js';

/** The state of one server; `error` when it does not answer. */
export type ExaminedReplica =
  | { is: 'following'; tookMs: number }
  | { is: 'behind' | 'promoted' }
  | { is: 'unreachable'; error: unknown };

const STEP_MS = 100;

/** @param withinMs how long a standby may take to replay what the primary has written so far */
export async function examineReplicas(
  primary: Db,
  url: string,
  withinMs: number,
): Promise<ExaminedReplica[]> {
  const { rows } = await poolOf(primary).query('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  return Promise.all(eachServer(url).map((each) => examine(each, rows[0].lsn, withinMs)));
}

async function examine(url: string, lsn: string, withinMs: number): Promise<ExaminedReplica> {
  const db = createDb(url, { max: 1, name: 'rafaga-doctor' });
  const began = performance.now();
  try {
    for (;;) {
      const { rows } = await poolOf(db).query<{ standby: boolean; replayed: boolean | null }>(
        `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn() >= $1::pg_lsn AS replayed`,
        [lsn],
      );
      if (!rows[0]?.standby) return { is: 'promoted' };
      const tookMs = performance.now() - began;
      if (rows[0].replayed) return { is: 'following', tookMs };
      if (tookMs > withinMs) return { is: 'behind' };
      await sleep(STEP_MS);
    }
  } catch (error) {
    return { is: 'unreachable', error };
  } finally {
    await db.close();
  }
}
