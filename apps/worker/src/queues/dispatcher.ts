/** Hands due documents to Redis, or to this process while Redis accepts no jobs. */
import {
  type Db,
  type DueDocument,
  FEW_A_ROUND,
  listPausedQueues,
  requeue,
  requeueAll,
  takeDueDocuments,
  takeUnsignedDocuments,
} from '@rafaga/db';
import { type EmissionQueue, QUEUE, type QueueName } from '@rafaga/queue';
import type { Logger } from '@rafaga/runtime';
import type { Depth } from './depth.js';
import type { DocumentLimit } from './documentLimit.js';

export interface DispatchOptions {
  db: Db;
  emissionQueue: EmissionQueue;
  depth: Pick<Depth, 'paused' | 'state' | 'endStart'>;
  /** Pauses or resumes a queue in Redis. */
  setPaused(queue: QueueName, state: { paused: boolean }): Promise<void>;
  /** How many documents may wait in Redis: few, so that their order is decided late. */
  window: number;
  /** Endpoints whose circuit breakers are open. */
  down(): string[];
  /** Absent in a process that sends nothing. */
  limit: Pick<DocumentLimit, 'room' | 'begin'> | undefined;
  log: Logger;
}

export interface Dispatcher {
  /** @returns how many documents were enqueued; undefined when Redis accepts no jobs */
  enqueue(): Promise<number | undefined>;
  /** @returns how many documents this process took from PostgreSQL */
  takeDirectly(): Promise<number>;
}

export function createDispatcher(options: DispatchOptions): Dispatcher {
  const { db, emissionQueue, depth, down, limit } = options;
  /** The average number of documents in a job, from the last jobs that this process enqueued. */
  let documentsInJob = 1;
  const takeUnsigned = createUnsigned(options);
  async function takeDue({ room, atMost }: Room): Promise<DueDocument[]> {
    if (room <= 0) return [];
    const unsigned = await takeUnsigned({ room: Math.ceil(room / 2), atMost });
    const left = room - unsigned.length;
    return [...unsigned, ...(left > 0 ? await takeDueDocuments(db, left, down(), atMost) : [])];
  }
  return {
    async enqueue() {
      const room = await roomInRedis(options, documentsInJob);
      if (room === undefined) return undefined;
      const due = await takeDue(room);
      if (due.length === 0) return 0;
      const jobs = await emissionQueue.enqueue(due.map(inLane)).catch(() => undefined);
      if (jobs === undefined) {
        await processOrRequeue(options, due);
        return undefined;
      }
      documentsInJob = due.length / jobs;
      return due.length;
    },
    async takeDirectly() {
      const room = limit && !(await depth.paused()) ? limit.room() : 0;
      const due = await takeDue({ room });
      void limit?.begin(idsOf(due));
      return due.length;
    },
  };
}

const UNSIGNED_EVERY_MS = 5_000;
/** The longest part of the time that reading takes, where tens of thousands are signed and wait. */
const READING_SHARE = 1 / 50;

/** Takes what can be signed and not sent, seldom while there is none. */
function createUnsigned({
  db,
  down,
}: Pick<DispatchOptions, 'db' | 'down'>): (room: Room) => Promise<DueDocument[]> {
  let next = 0;
  return async ({ room, atMost }) => {
    const began = performance.now();
    if (began < next) return [];
    const unsigned = await takeUnsignedDocuments(db, room, down(), atMost);
    const ended = performance.now();
    const rest = (ended - began) / READING_SHARE;
    next = ended + (unsigned.length > 0 ? rest : Math.max(UNSIGNED_EVERY_MS, rest));
    return unsigned;
  };
}

/** A business with many due documents in a round uses the lane `bulk`. */
const inLane = (due: DueDocument) => ({
  ...due,
  lane: due.ofBusiness > FEW_A_ROUND ? ('bulk' as const) : ('emit' as const),
});

const idsOf = (due: readonly DueDocument[]): number[] => due.map(({ documentId }) => documentId);

/**
 * How many documents may be enqueued; with `atMost`, only of businesses with at most so many due.
 */
interface Room {
  room: number;
  atMost?: number | undefined;
}

/** @returns undefined when Redis does not answer */
async function roomInRedis(
  options: DispatchOptions,
  documentsInJob: number,
): Promise<Room | undefined> {
  const { db, depth, window, log } = options;
  const state = await depth.state().catch(() => undefined);
  if (!state) return undefined;
  if (state.startedAnew) {
    const paused = await restorePauses(options, state.startedAnew);
    log.info('Redis empezó de nuevo: se vuelve a llamar por todo lo abierto', {
      open: await requeueAll(db),
      paused,
    });
    // where this fails, a process does it again
    await depth.endStart().catch(() => undefined);
  }
  const roomBeside = (jobs: number) => {
    const room = Math.floor(window - jobs * documentsInJob);
    // a nearly full window is filled later, in one query
    return room < window / 3 ? 0 : room;
  };
  const { emit, bulk } = state.waiting;
  const room = roomBeside(emit + bulk);
  // businesses with few documents do not wait until those of others have room
  return room > 0 ? { room } : { room: roomBeside(emit), atMost: FEW_A_ROUND };
}

/**
 * Pauses and resumes the queues in Redis as PostgreSQL has them, and again where a person pauses or
 * resumes one meanwhile. If that fails, still no document is claimed while emission is paused.
 * @returns the paused queues
 */
async function restorePauses(
  { db, setPaused }: DispatchOptions,
  startedAnew: 'empty' | 'with data',
): Promise<QueueName[]> {
  let paused = await listPausedQueues(db);
  // an empty Redis has no pause but one that was just taken from an earlier version
  let queues = startedAnew === 'empty' ? paused : Object.values(QUEUE);
  for (;;) {
    const states = queues.map((queue) => setPaused(queue, { paused: paused.includes(queue) }));
    await Promise.allSettled(states);
    const before = paused.toString();
    paused = await listPausedQueues(db);
    if (paused.toString() === before) return paused;
    queues = Object.values(QUEUE);
  }
}

/**
 * Handles documents that are marked as enqueued but are not in Redis: processes some here, and
 * makes the rest due again.
 */
async function processOrRequeue(
  { db, limit }: DispatchOptions,
  due: readonly DueDocument[],
): Promise<void> {
  const room = limit?.room() ?? 0;
  void limit?.begin(idsOf(due.slice(0, room)));
  const rest = idsOf(due.slice(room));
  if (rest.length > 0) await requeue(db, rest);
}
