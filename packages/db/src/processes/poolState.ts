/** How busy the connections of a process to PostgreSQL are. */
import type pg from 'pg';
import { connectionsOf, type Db } from '../db.js';

export interface PoolState {
  open: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/** Sums the connections and the waiting queries of all pools to these servers. */
export function poolState(...servers: readonly Db[]): PoolState {
  const pools = servers.flatMap((db) => connectionsOf(db).pools);
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((all, one) => all + count(one), 0);
  return {
    open: sum(({ totalCount }) => totalCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
  };
}
