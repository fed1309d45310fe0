/**
 * Runs the script of a migration beside running programs: a lock that is not given within two
 * seconds is given up, so that the statements behind it go on, and the script starts again.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const LOCK_TIMEOUT = '2s';
const ATTEMPTS = 60;
const PAUSE_MS = 500;
/** lock_not_available */
const NO_LOCK = '55P03';

/**
 * PostgreSQL runs the statements of a script in one transaction: one that failed changed nothing.
 * @param {import('pg').Pool} pool
 * @throws the error of the last attempt
 */
export async function runPatiently(pool, script, { attempts = ATTEMPTS } = {}) {
  // it waits without blocking others, and leaves an invalid index when it is cut off
  if (/\bconcurrently\b/i.test(script)) return void (await pool.query(script));
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pool, script);
    } catch (error) {
      if (error.code !== NO_LOCK || attempt === attempts) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function runOnce(pool, script) {
  const client = await pool.connect();
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(script);
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined);
    client.release();
  }
}
