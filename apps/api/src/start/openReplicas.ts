/** The replicas that records are read from. */
import { createReplicas, type Db, poolState, type Replicas } from '@rafaga/db';
import { addPoolGauges, createReplicaMetrics, type Metrics } from '@rafaga/runtime/metrics';
import type { ApiConfig } from '../apiConfig.js';

/** @param name of the process, under which its heartbeat looks for it on a replica */
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
