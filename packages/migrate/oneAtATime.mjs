/** Lets one migration of a database run at a time; the next one waits until it has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The key of an advisory lock, of this file alone. */
const TURN = 'SELECT pg_try_advisory_lock(1918985574) AS ours';
const ASK_AGAIN_MS = 500;

/**
 * Prisma's own lock is not enough: the session that waits for it has a snapshot, and an index that
 * the other one makes concurrently waits for that in turn, until PostgreSQL ends one of them.
 * @param {(text: string) => void} [say] shows a sentence
 */
export async function oneAtATime(url, work, say = console.error) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // it is only waited with; the work tells what is wrong with the server
  client.on('error', () => undefined);
  try {
    await client.connect().then(
      () => waitFor(client, say),
      () => undefined,
    );
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitFor(client, say) {
  const isOurs = async () => (await client.query(TURN)).rows[0].ours;
  if (await isOurs()) return;
  say('Otra migración de esta base de datos está en marcha: se espera a que termine.');
  while (!(await isOurs())) await sleep(ASK_AGAIN_MS);
}
