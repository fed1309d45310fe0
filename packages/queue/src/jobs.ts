/** Names, data and options of the jobs, shared by the processes that produce and consume them. */
import type { JobsOptions } from 'bullmq';

export const QUEUE = { emit: 'emit', print: 'print' } as const;
export type QueueName = (typeof QUEUE)[keyof typeof QUEUE];

/**
 * The lanes of a queue, each a queue of BullMQ. Documents of businesses that issue many take the
 * lane `bulk`, which has processes of its own, of lower priority: no other document waits for them.
 */
export const LANES = {
  emit: ['emit', 'bulk'],
  print: ['print'],
} as const satisfies Record<QueueName, readonly string[]>;
export type Lane = (typeof LANES)[QueueName][number];
export type EmissionLane = (typeof LANES.emit)[number];

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
  emit: ['documents', 'document'],
  print: ['documents', 'document'],
};

export interface DocumentJob {
  documentId: number;
}

export interface DocumentsJob {
  documentIds: number[];
}

/** One enqueueing of a document. */
export interface Dispatch {
  documentId: number;
  /** Documents of one business share jobs. */
  businessId: number;
  /**
   * How often this document was enqueued, this time included. It is part of the job's id, because
   * BullMQ ignores a job whose id still exists: a frozen worker may hold the previous one.
   */
  dispatches: number;
  /**
   * 1 to 2,097,151, smaller goes first: how many documents of the business were issued lately, or
   * wait, so that a business with many documents does not delay the others.
   */
  priority?: number;
  /** `bulk` for a business that issues many; `emit`, if absent. */
  lane?: EmissionLane;
}

/** One attempt, and no stored result: retries, results and failures are in PostgreSQL. */
const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const satisfies JobsOptions;

const LOWEST_PRIORITY = 2_097_151;

/** The dispatches of each lane, in their order. */
export function byLane(dispatches: readonly Dispatch[]): Record<EmissionLane, Dispatch[]> {
  const lanes: Record<EmissionLane, Dispatch[]> = { emit: [], bulk: [] };
  for (const dispatch of dispatches) lanes[dispatch.lane ?? 'emit'].push(dispatch);
  return lanes;
}

/** Documents of one job, at most. They leave the order of the queue together. */
const MAX_TOGETHER = 4;

/** The jobs of dispatches in their order, each with the id and the priority of its first one. */
export function toJobs(dispatches: readonly Dispatch[]) {
  const filling = new Map<number, Dispatch[]>();
  const groups: Dispatch[][] = [];
  for (const dispatch of dispatches) {
    let group = filling.get(dispatch.businessId);
    if (group === undefined || group.length === MAX_TOGETHER) {
      group = [];
      filling.set(dispatch.businessId, group);
      groups.push(group);
    }
    group.push(dispatch);
  }
  return groups.map(toJob);
}

/** A document alone has the job of earlier versions, which their workers take too. */
function toJob(group: readonly Dispatch[]) {
  const { documentId, dispatches, priority = 1 } = group[0] as Dispatch;
  const documentIds = group.map((one) => one.documentId);
  return {
    name: documentIds.length === 1 ? 'document' : 'documents',
    data: documentIds.length === 1 ? { documentId } : { documentIds },
    // each option by name: a literal that begins with a spread and goes on is slow
    opts: {
      attempts: JOB_OPTIONS.attempts,
      removeOnComplete: JOB_OPTIONS.removeOnComplete,
      removeOnFail: JOB_OPTIONS.removeOnFail,
      jobId: `d-${documentId}-${dispatches}`,
      priority: Math.min(Math.max(priority, 1), LOWEST_PRIORITY),
    },
  };
}

/** Documents that are drawn by one job: more would make the first wait for the last. */
const MAX_PRINTED = 32;

export function toPrintJobs(documentIds: readonly number[]) {
  const batches: number[][] = [];
  for (let at = 0; at < documentIds.length; at += MAX_PRINTED)
    batches.push(documentIds.slice(at, at + MAX_PRINTED));
  return batches.map((batch) => ({
    name: 'documents',
    data: { documentIds: batch } satisfies DocumentsJob,
    opts: JOB_OPTIONS,
  }));
}

/** The documents of a job; earlier versions enqueued each document to print by itself. */
export const documentsOf = (job: DocumentsJob | DocumentJob): readonly number[] =>
  'documentIds' in job ? job.documentIds : [job.documentId];
