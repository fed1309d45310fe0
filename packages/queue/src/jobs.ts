/** Names, data and options of the jobs, shared by the processes that produce and consume them. */
import type { JobsOptions } from 'bullmq';

export const QUEUE = { emit: 'emit', print: 'print' } as const;
export type QueueName = (typeof QUEUE)[keyof typeof QUEUE];

/** The braces keep a queue's keys in one slot of a cluster, and let queues be in different ones. */
export const prefixOf = (queue: QueueName): string => `{rafaga:${queue}}`;

/** The prefix of earlier versions, with which all queues were in one slot. */
export const FORMER_PREFIX = '{rafaga}';

/**
 * The names of the jobs that the consumer of a queue reads. A name is the version of a job's data:
 * data of another shape gets a name of its own, and a program that does not know it leaves the job
 * to one that does.
 */
export const KNOWN_JOBS: Readonly<Record<QueueName, readonly string[]>> = {
  emit: ['document'],
  print: ['documents', 'document'],
};

export interface DocumentJob {
  documentId: number;
}

export interface PrintJob {
  documentIds: number[];
}

/** One enqueueing of a document. */
export interface Dispatch {
  documentId: number;
  /**
   * How often this document was enqueued, this time included. It is part of the job's id, because
   * BullMQ ignores a job whose id still exists: a frozen worker may hold the previous one.
   */
  dispatches: number;
  /**
   * 1 to 2,097,151, smaller goes first: the number of documents that the business has waiting, so
   * that a business with many documents does not delay the others.
   */
  priority?: number;
}

/** One attempt, and no stored result: retries, results and failures are in PostgreSQL. */
export const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const satisfies JobsOptions;

const LOWEST_PRIORITY = 2_097_151;

export const toJob = ({ documentId, dispatches, priority = 1 }: Dispatch) => ({
  name: 'document',
  data: { documentId } satisfies DocumentJob,
  // each option by name: a spread that more options follow is slow, and this is done for each sale
  opts: {
    attempts: JOB_OPTIONS.attempts,
    removeOnComplete: JOB_OPTIONS.removeOnComplete,
    removeOnFail: JOB_OPTIONS.removeOnFail,
    jobId: `d-${documentId}-${dispatches}`,
    priority: Math.min(Math.max(priority, 1), LOWEST_PRIORITY),
  },
});

/** Documents that are drawn by one job: more would make the first wait for the last. */
const MAX_PRINTED = 32;

export function toPrintJobs(documentIds: readonly number[]) {
  const batches: number[][] = [];
  for (let at = 0; at < documentIds.length; at += MAX_PRINTED)
    batches.push(documentIds.slice(at, at + MAX_PRINTED));
  return batches.map((batch) => ({
    name: 'documents',
    data: { documentIds: batch } satisfies PrintJob,
    opts: JOB_OPTIONS,
  }));
}

/** Earlier versions enqueued each document to print by itself. */
export const printedBy = (job: PrintJob | DocumentJob): readonly number[] =>
  'documentIds' in job ? job.documentIds : [job.documentId];
