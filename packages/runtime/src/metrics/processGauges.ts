/** The gauges of a process: its connections to PostgreSQL, and its problems. */
import type { Condition } from '../conditions/probe.js';
import type { Metrics } from './metrics.js';

export interface PoolState {
  open: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/** @param read the state of all pools of this process */
export function addPoolGauges({ gauge, onScrape }: Metrics, read: () => PoolState): void {
  const connections = gauge(
    'rafaga_postgres_connections',
    'Connections of this process to PostgreSQL, by state.',
    ['state'],
  );
  const waiting = gauge(
    'rafaga_postgres_waiting_queries',
    'Queries that wait for a connection.',
    [],
  );
  onScrape([connections, waiting], async () => {
    const { open, idle, waiting: queries } = read();
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'used' }, open - idle);
    waiting.set(queries);
  });
}

/** @param list the problems that hold now */
export function addConditionGauge(
  { gauge, onScrape }: Metrics,
  list: () => readonly Condition[],
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
