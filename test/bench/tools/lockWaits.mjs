/**
 * Watches for how long the programs wait for locks of tables; a wait of less than a few
 * milliseconds may be missed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Of the connections of programs; the one that detaches a month may wait for them. */
const WAITING = `
  SELECT coalesce(extract(epoch FROM max(clock_timestamp() - l.waitstart)) * 1000, 0)::float8 AS ms
  FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE NOT l.granted AND l.locktype = 'relation' AND a.application_name <> 'rafaga-detach'`;

const EVERY_MS = 2;

/** @returns what ends the watch and gives the milliseconds of the longest wait */
export async function watchLocks(databaseUrl) {
  // a connection without the limits of programs
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let watching = true;
  let longestMs = 0;
  const watch = (async () => {
    while (watching) {
      longestMs = Math.max(longestMs, (await client.query(WAITING)).rows[0].ms);
      await sleep(EVERY_MS);
    }
  })();
  return {
    async end() {
      watching = false;
      await watch;
      await client.end();
      return Math.round(longestMs);
    },
  };
}
