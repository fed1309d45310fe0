/**
 * Enqueues documents that are pending and due: never enqueued, lost by Redis, or at the end of a
 * wait. It reads only PostgreSQL. Every worker sweeps; a lock in the database lets one do it at a
 * time. While Redis accepts no jobs, each worker takes due documents from PostgreSQL.
 */
import {
  advanceLastDay,
  type Db,
  resumeRepairedBusinesses,
  shortenWaits,
  unreachablePostgres,
} from '@rafaga/db';
import { type Conditions, firstLine, type Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import { createDeadlineAlarm } from './deadlineAlarm.js';
import { createDispatcher, type DispatchOptions } from './dispatcher.js';

export interface Sweep {
  /** When the last round ended, on the monotonic clock. */
  lastRound(): number;
  /** When the last round ended that did not fail. */
  lastSuccess(): number;
  /** Whether Redis accepted no jobs in the last round. */
  withoutRedis(): boolean;
  stop(): Promise<void>;
}

export interface SweepOptions extends DispatchOptions {
  conditions: Conditions;
}

const IDLE_MS = 200;
const BUSY_MS = 25;
/** After a round that failed, or that did nothing without Redis. */
const FAILED_MS = 500;
const RESUME_EVERY_MS = 1_000;
const DEADLINES_EVERY_MS = 60_000;
const WAITS_EVERY_MS = 30_000;

export function startSweep(options: SweepOptions): Sweep {
  const { db, log, conditions } = options;
  let lastRound = performance.now();
  let lastSuccess = lastRound;
  let withoutRedis = false;
  const resumeDue = every(RESUME_EVERY_MS);
  const deadlinesDue = every(DEADLINES_EVERY_MS);
  const waitsDue = every(WAITS_EVERY_MS);
  const dispatch = createDispatcher(options);
  const checkDeadlines = createDeadlineAlarm(db, log);

  async function round(): Promise<number> {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    if (resumeDue()) await resumeBusinesses(db, log).catch(note);
    if (deadlinesDue()) {
      await checkDeadlines().catch(note);
      await advanceLastDay(db).catch(note);
    }
    if (waitsDue()) await endLongWaits(db, log).catch(note);
    const enqueued = await dispatch.enqueue();
    withoutRedis = enqueued === undefined;
    const moved = enqueued ?? (await dispatch.takeDirectly());
    // what fails beside it keeps no document from being sent
    if (failures.length > 0) throw failures[0];
    if (moved > 0) return BUSY_MS;
    return withoutRedis ? FAILED_MS : IDLE_MS;
  }

  const stop = startLoop(async () => {
    const pause = await reported(conditions, async () => {
      const next = await round();
      lastSuccess = performance.now();
      return next;
    });
    lastRound = performance.now();
    return pause;
  });
  return {
    lastRound: () => lastRound,
    lastSuccess: () => lastSuccess,
    withoutRedis: () => withoutRedis,
    stop,
  };
}

/** A failed round begins a condition of the process; the next successful round ends it. */
async function reported(conditions: Conditions, round: () => Promise<number>): Promise<number> {
  try {
    const pause = await round();
    conditions.end('barrido');
    return pause;
  } catch (error) {
    conditions.begin({
      word: 'barrido',
      text: 'El barrido falla',
      remedy: unreachablePostgres(error) ?? firstLine((error as Error).message),
    });
    return FAILED_MS;
  }
}

async function resumeBusinesses(db: Db, log: Logger): Promise<void> {
  for (const businessId of await resumeRepairedBusinesses(db))
    log.info('el negocio vuelve a enviar', { businessId });
}

async function endLongWaits(db: Db, log: Logger): Promise<void> {
  const rows = await shortenWaits(db);
  if (rows > 0)
    log.warn('ALARMA: el reloj de PostgreSQL retrocedió; se acortó lo que esperaba por él', {
      rows,
    });
}

/** @returns a function that gives true at its first call, and then once in `ms` milliseconds */
function every(ms: number): () => boolean {
  let next = 0;
  return () => {
    if (performance.now() < next) return false;
    next = performance.now() + ms;
    return true;
  };
}
