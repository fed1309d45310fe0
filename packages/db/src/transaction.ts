/** Several statements in one transaction on a connection of the pool. */
import type pg from 'pg';
import { type Db, poolOf } from './db.js';

/**
 * @param settings statements that begin the transaction, such as `SET LOCAL synchronous_commit =
 * off`
 */
export async function transaction<T>(
  db: Db,
  work: (client: pg.PoolClient) => Promise<T>,
  ...settings: string[]
): Promise<T> {
  const client = await poolOf(db).connect();
  let failure: Error | undefined;
  try {
    await client.query(['BEGIN', ...settings].join('; '));
    const done = await work(client);
    await client.query('COMMIT');
    return done;
  } catch (error) {
    failure = error as Error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(failure);
  }
}
