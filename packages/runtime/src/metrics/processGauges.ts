/** The gauges of a process: its connections to PostgreSQL, and its problems. */
import type { Condition } from '../conditions/probe.js';
import type { Metrics } from './metrics.js';

export interface PoolState {
  open: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/**
 * @param servers the state of all pools of this process to the primary and to its replicas;
 * undefined: it has none
 */
export function addPoolGauges(
  { gauge, onScrape }: Metrics,
  servers: Partial<Record<'primary' | 'replica', () => PoolState | undefined>>,
): void {
  const connections = gauge(
    'rafaga_postgres_connections',
    'Connections of this process to PostgreSQL, by server and state.',
    ['server', 'state'],
  );
  const waiting = gauge('rafaga_postgres_waiting_queries', 'Queries that wait for a connection.', [
    'server',
  ]);
  onScrape([connections, waiting], async () => {
    for (const [server, read] of Object.entries(servers)) {
      const pools = read();
      if (!pools) continue;
      connections.set({ server, state: 'idle' }, pools.idle);
      connections.set({ server, state: 'used' }, pools.open - pools.idle);
      waiting.set({ server }, pools.waiting);
    }
  });
}

/** @param list the problems that hold now */
export function addConditionGauge(
  { gauge, onScrape }: Metrics,
  list: () => readonly Pick<Condition, 'word'>[],
): void {
  const active = gauge(
    'rafaga_condition_active',
    'Problems of this process or of a server that it needs, by the word of /readyz.',
    ['word'],
  );
  onScrape([active], async () => {
    for (const { word } of list()) active.set({ word }, 1);
  });
}
