/** Names, data and options of the jobs, shared by the processes that produce and consume them. */
import type { JobsOptions } from 'bullmq';

/** Braces keep a queue's keys in one slot of a Redis Cluster. */
export const PREFIX = '{rafaga}';

export const QUEUE = { emit: 'emit', print: 'print' } as const;
export type QueueName = (typeof QUEUE)[keyof typeof QUEUE];

export interface DocumentJob {
  documentId: number;
}

/** One enqueueing of a document. */
export interface Dispatch {
  documentId: number;
  /**
   * How often this document was enqueued, this time included. It is part of the job's id: a job
   * that a frozen worker holds must not swallow the next one.
   */
  dispatches: number;
  /**
   * 1 to 2,097,151, smaller goes first: the number of documents that its business has waiting, so
   * that a flood queues behind the other businesses.
   */
  priority?: number;
}

/** One attempt, and nothing kept: retries, results and failures are in PostgreSQL. */
export const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const satisfies JobsOptions;

const LOWEST_PRIORITY = 2_097_151;

export const toJob = ({ documentId, dispatches, priority = 1 }: Dispatch) => ({
  name: 'document',
  data: { documentId } satisfies DocumentJob,
  opts: {
    ...JOB_OPTIONS,
    jobId: `d-${documentId}-${dispatches}`,
    priority: Math.min(Math.max(priority, 1), LOWEST_PRIORITY),
  },
});
