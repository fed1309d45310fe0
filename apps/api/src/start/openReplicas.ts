/** Opens the replicas from which records are read. */
import { createReplicas, type Db, poolState, type Replicas } from '@rafaga/db';
import { addPoolGauges, createReplicaMetrics, type Metrics } from '@rafaga/runtime/metrics';
import type { ApiConfig } from '../apiConfig.js';

/** @param name the name of the process, whose heartbeat shows the lag of a replica */
export function openReplicas(
  { replica }: ApiConfig,
  name: string,
  db: Db,
  metrics: Metrics,
): Replicas {
  const { count, addLags } = createReplicaMetrics(metrics);
  const replicas = createReplicas(db, replica, {
    name: 'rafaga-api',
    heartbeat: { kind: 'api', name },
    onRead: count,
  });
  addLags(replicas.lags);
  addPoolGauges(metrics, { primary: () => poolState(db), replica: replicas.poolState });
  return replicas;
}
