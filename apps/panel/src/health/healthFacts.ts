/** What the verdict on the health is computed from, and nothing else. */
import type { ProcessCondition, SystemStats } from '@rafaga/db';

export interface HealthFacts {
  now: Date;
  /** The last statistics that PostgreSQL gave; undefined: it has never answered. */
  stats: SystemStats | undefined;
  /** PostgreSQL did not answer the last query. */
  stale: boolean;
  /** Undefined: Redis does not answer. */
  queues: object | undefined;
  emissionPaused: boolean;
  /** The conditions of the panel's own process. */
  own: readonly ProcessCondition[];
  /** A restoration is open. */
  restoring: boolean;
}
