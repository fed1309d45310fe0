/** Hands due documents to Redis, or to this process while Redis accepts no jobs. */
import { type Db, type DueDocument, requeue, requeueAll, takeDueDocuments } from '@rafaga/db';
import type { EmissionQueue } from '@rafaga/queue';
import type { Logger } from '@rafaga/runtime';
import type { Depth } from './depth.js';
import type { Direct } from './direct.js';

export interface DispatchOptions {
  db: Db;
  emissionQueue: EmissionQueue;
  depth: Depth;
  /** Jobs that may wait in Redis at once: few, so that their order is decided late. */
  window: number;
  /** Endpoints whose circuit breakers are open. */
  down(): string[];
  /** Absent in a process that sends nothing. */
  direct: Direct | undefined;
  log: Logger;
}

export interface Dispatch {
  /** @returns how many jobs were enqueued; undefined when Redis accepted none */
  enqueue(): Promise<number | undefined>;
  /** @returns how many documents this process took by itself */
  takeDirectly(): Promise<number>;
}

export function createDispatch(options: DispatchOptions): Dispatch {
  const { db, emissionQueue, depth, down, direct } = options;
  const takeDue = async (room: number) =>
    room > 0 ? await takeDueDocuments(db, room, down()) : [];
  return {
    async enqueue() {
      const room = await roomInRedis(options);
      if (room === undefined) return undefined;
      const due = await takeDue(room);
      if (due.length === 0) return 0;
      const enqueued = await emissionQueue.enqueue(due).then(
        () => true,
        () => false,
      );
      if (enqueued) return due.length;
      await processOrRequeue(options, due);
      return undefined;
    },
    async takeDirectly() {
      const room = direct && !(await depth.paused()) ? direct.room() : 0;
      const due = await takeDue(room);
      direct?.take(due);
      return due.length;
    },
  };
}

/** @returns how many jobs may be enqueued; undefined when Redis does not answer */
async function roomInRedis({
  db,
  depth,
  window,
  log,
}: DispatchOptions): Promise<number | undefined> {
  const state = await depth
    .waiting()
    .then(async (waiting) => ({ waiting, anew: await depth.startedAnew() }))
    .catch(() => undefined);
  if (!state) return undefined;
  if (state.anew)
    log.info('Redis empezó de nuevo: se vuelve a llamar por todo lo abierto', {
      open: await requeueAll(db),
    });
  const room = window - state.waiting;
  // a nearly full window is filled later, in one query
  return room < window / 3 ? 0 : room;
}

/** Documents that are marked as enqueued and are not: processes them here, or makes them due. */
async function processOrRequeue(
  { db, direct }: DispatchOptions,
  due: readonly DueDocument[],
): Promise<void> {
  const room = direct?.room() ?? 0;
  direct?.take(due.slice(0, room));
  const rest = due.slice(room).map(({ documentId }) => documentId);
  if (rest.length > 0) await requeue(db, rest);
}
