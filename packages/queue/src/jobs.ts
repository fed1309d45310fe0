/** Names, data and options of the jobs: producers and workers agree here. */
import type { JobsOptions } from 'bullmq';

/** Braces keep a queue's keys in one slot of a Redis Cluster. */
export const PREFIX = '{rafaga}';

export const QUEUE = { emit: 'emit', print: 'print' } as const;
export type QueueName = (typeof QUEUE)[keyof typeof QUEUE];

export interface DocumentJob {
  documentId: number;
}

export interface Ring {
  documentId: number;
  /**
   * How often this document was rung. It is part of the job's id: a job that a frozen worker holds
   * must not swallow the next ring.
   */
  rung: number;
  /**
   * 1 to 2,097,151, smaller goes first; how many its business has waiting, so that a flood queues
   * behind the others.
   */
  priority?: number;
}

/** One attempt and no trace: retries, results and failures are PostgreSQL's. */
export const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const satisfies JobsOptions;

const LOWEST_PRIORITY = 2_097_151;

export const toJob = ({ documentId, rung, priority = 1 }: Ring) => ({
  name: 'document',
  data: { documentId } satisfies DocumentJob,
  opts: {
    ...JOB_OPTIONS,
    jobId: `d-${documentId}-${rung}`,
    priority: Math.min(Math.max(priority, 1), LOWEST_PRIORITY),
  },
});
