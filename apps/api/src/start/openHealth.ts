/** Starts the probes of an API process, and derives its health from the parts that are open. */
import type { Db, Replicas } from '@rafaga/db';
import type { Conditions } from '@rafaga/runtime';
import type { ApiConfig } from '../apiConfig.js';
import { type ApiHealth, createApiHealth } from '../health.js';
import type { openIssuing } from './openIssuing.js';
import type { openQueue } from './openQueue.js';

interface Opened {
  /** The name of the process. */
  name: string;
  db: Db;
  conditions: Conditions;
  replicas: Replicas;
  issuing: ReturnType<typeof openIssuing>;
  queue: ReturnType<typeof openQueue>;
}

export const openHealth = (
  { redisServers }: ApiConfig,
  { name, db, conditions, replicas, issuing, queue }: Opened,
): ApiHealth =>
  createApiHealth({
    name,
    db,
    redisServers,
    files: issuing.files,
    conditions,
    replicaProbe: replicas.probe,
    journalProbe: issuing.acknowledgements.probe,
    isDatabaseDiskFull: issuing.issuance.isDiskFull,
    notReady: issuing.continuity.trouble,
    degraded: () => [
      ...issuing.continuity.conditions().map(({ word }) => word),
      ...(queue.redis.status === 'ready' ? [] : ['redis']),
    ],
  });
