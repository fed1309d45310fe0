/** Runs a query over a whole month, which takes longer the more documents it has. */
import type pg from 'pg';
import type { Db } from '../db.js';
import { transaction } from '../transaction.js';

/** The time limit of the query; only the operator waits for it. */
const WITHIN_MS = 600_000;

export const readMonth = <R extends pg.QueryResultRow>(
  db: Db,
  text: string,
  values: readonly unknown[],
): Promise<R[]> =>
  transaction(
    db,
    async (client) => {
      const asked = { text, values: [...values], query_timeout: WITHIN_MS };
      return (await client.query<R>(asked as pg.QueryConfig)).rows;
    },
    `SET LOCAL statement_timeout = ${WITHIN_MS}`,
  );
