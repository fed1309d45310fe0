/** Reads where the read replicas of PostgreSQL are, and how far behind they may be. */
import { integer, postgresAddress } from './config.js';

/** To be spread into the variables that a process reads. */
export const REPLICA_VARIABLES = {
  DATABASE_REPLICA_URL: postgresAddress(''),
  RAFAGA_REPLICA_LAG_MS: integer(1_000, 600_000, 5_000),
} as const;

interface Values {
  DATABASE_REPLICA_URL: string;
  RAFAGA_REPLICA_LAG_MS: number;
}

export const replicaConfig = ({ DATABASE_REPLICA_URL, RAFAGA_REPLICA_LAG_MS }: Values) => ({
  url: DATABASE_REPLICA_URL,
  maxLagMs: RAFAGA_REPLICA_LAG_MS,
});
