/** How busy the connections of a process to PostgreSQL are. */
import type pg from 'pg';
import { connectionsOf, type Db } from '../db.js';

/** Sums all pools of a process: connections open and idle, and queries that wait for one. */
export function poolState(db: Db): { open: number; idle: number; waiting: number } {
  const { pools } = connectionsOf(db);
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((all, one) => all + count(one), 0);
  return {
    open: sum(({ totalCount }) => totalCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
  };
}
