/** Lets only one process at a time run a piece of work. */
import type { Db } from './db.js';
import { transaction } from './transaction.js';

/**
 * The lock belongs to a transaction that stays open during the work: behind a PgBouncer by
 * transaction, a session's lock would stay on a connection that then serves others. The transaction
 * has neither an id nor a snapshot, so that nothing waits for it.
 * @param key of the lock, in SQL
 * @returns undefined, without running the work, while another process holds the lock
 */
export const underLock = <T>(
  db: Db,
  { key, values = [] }: { key: string; values?: unknown[] },
  work: () => Promise<T>,
): Promise<T | undefined> =>
  transaction(
    db,
    async (client) => {
      const text = `SELECT pg_try_advisory_xact_lock(${key}) AS locked`;
      const { rows } = await client.query<{ locked: boolean }>(text, values);
      return rows[0]?.locked ? work() : undefined;
    },
    'SET LOCAL idle_in_transaction_session_timeout = 0',
  );
