/**
 * Enqueues documents that are open and due: never enqueued, lost by Redis, or waiting for a retry.
 * It reads PostgreSQL alone. Every worker sweeps, and the database lets one do it at a time. Redis holds no
 * more than a window of jobs, so that the order is decided late. While Redis takes nothing, each
 * worker takes what is due from PostgreSQL itself.
 */
import {
  type Db,
  type DueDocument,
  listClosingDeadlines,
  requeue,
  requeueAll,
  resumeRepairedBusinesses,
  takeDueDocuments,
} from '@rafaga/db';
import type { EmissionQueue } from '@rafaga/queue';
import { type Conditions, firstLine, type Logger } from '@rafaga/runtime';
import type { Depth } from './depth.js';
import type { Direct } from './direct.js';

export interface Sweep {
  /** When it last went round, on the monotonic clock. */
  lastRound(): number;
  /** Whether Redis took nothing in the last round, so that nothing comes from it either. */
  withoutRedis(): boolean;
  stop(): Promise<void>;
}

export interface SweepOptions {
  db: Db;
  emissionQueue: EmissionQueue;
  depth: Depth;
  /** Jobs that may wait at once. */
  window: number;
  /** Endpoints that are down. */
  down(): string[];
  /** Absent in a process that sends nothing. */
  direct: Direct | undefined;
  conditions: Conditions;
  log: Logger;
}

const IDLE_MS = 200;
const BUSY_MS = 25;
/** After a round that failed, and where there is nothing to be done without Redis. */
const DEAF_MS = 500;
const MEND_EVERY_MS = 1_000;
const DEADLINES_EVERY_MS = 60_000;
/** The same business is told about once an hour. */
const ALARM_EVERY_MS = 3_600_000;

export function startSweep({
  db,
  emissionQueue,
  depth,
  window,
  down,
  direct,
  conditions,
  log,
}: SweepOptions): Sweep {
  let lastRound = performance.now();
  let stopping = false;
  let withoutRedis = false;
  let wake = () => {};
  const mended = every(MEND_EVERY_MS);
  const deadlines = every(DEADLINES_EVERY_MS);
  const alarmed = new Map<number, number>();

  /**
   * @returns how many jobs Redis has room for; undefined when it answers nothing, or takes nothing
   */
  async function roomInRedis(): Promise<number | undefined> {
    const asked = depth
      .waiting()
      .then(async (waiting) => ({ waiting, forgot: await depth.forgot() }));
    const answer = await asked.catch(() => undefined);
    if (!answer) return undefined;
    if (answer.forgot)
      log.info('Redis empezó de nuevo: se vuelve a llamar por todo lo abierto', {
        open: await requeueAll(db),
      });
    const room = window - answer.waiting;
    // a window that is nearly full is filled later, in one go
    return room < window / 3 ? 0 : room;
  }

  /** @returns how many jobs were enqueued; undefined when Redis took nothing */
  async function enqueue(): Promise<number | undefined> {
    const room = await roomInRedis();
    if (room === undefined) return undefined;
    const due = room > 0 ? await takeDueDocuments(db, room, down()) : [];
    if (due.length === 0) return 0;
    const taken = await emissionQueue.enqueue(due).then(
      () => true,
      () => false,
    );
    if (taken) return due.length;
    await withoutQueue(due);
    return undefined;
  }

  /** What is marked as due is worked on here; what there is no room for is due again. */
  async function withoutQueue(due: readonly DueDocument[]): Promise<void> {
    const room = direct?.room() ?? 0;
    direct?.take(due.slice(0, room));
    const rest = due.slice(room).map(({ documentId }) => documentId);
    if (rest.length > 0) await requeue(db, rest);
  }

  /** @returns how many this process took by itself */
  async function takeDirectly(): Promise<number> {
    const room = direct && !(await depth.paused()) ? direct.room() : 0;
    const due = room > 0 ? await takeDueDocuments(db, room, down()) : [];
    direct?.take(due);
    return due.length;
  }

  async function mend(): Promise<void> {
    for (const businessId of await resumeRepairedBusinesses(db))
      log.info('el negocio vuelve a enviar', { negocio_id: businessId });
  }

  async function watchDeadlines(): Promise<void> {
    for (const { businessId, documents, deadline } of await listClosingDeadlines(db)) {
      if ((alarmed.get(businessId) ?? 0) > performance.now()) continue;
      alarmed.set(businessId, performance.now() + ALARM_EVERY_MS);
      log.warn('ALARMA: el plazo de envío vence en menos de 24 horas', {
        negocio_id: businessId,
        comprobantes: documents,
        vence: deadline,
      });
    }
  }

  async function round(): Promise<number> {
    if (mended()) await mend();
    if (deadlines()) await watchDeadlines();
    const enqueued = await enqueue();
    withoutRedis = enqueued === undefined;
    const moved = enqueued ?? (await takeDirectly());
    if (moved > 0) return BUSY_MS;
    return withoutRedis ? DEAF_MS : IDLE_MS;
  }

  /** @returns how long to rest; a failure is told when it begins and when it ends */
  async function safeRound(): Promise<number> {
    try {
      const pause = await round();
      conditions.end('barrido');
      return pause;
    } catch (error) {
      conditions.begin({
        word: 'barrido',
        text: 'El barrido falla',
        remedy: firstLine((error as Error).message),
      });
      return DEAF_MS;
    }
  }

  async function go(): Promise<void> {
    while (!stopping) {
      const pause = await safeRound();
      lastRound = performance.now();
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (stopping) resolve();
        else setTimeout(resolve, pause).unref();
      });
    }
  }

  const going = go();
  return {
    lastRound: () => lastRound,
    withoutRedis: () => withoutRedis,
    stop: () => {
      stopping = true;
      wake();
      return going;
    },
  };
}

/** True at the first call, and then once in so many milliseconds. */
function every(ms: number): () => boolean {
  let next = 0;
  return () => {
    if (performance.now() < next) return false;
    next = performance.now() + ms;
    return true;
  };
}
