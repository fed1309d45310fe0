/**
 * Rings for what is open and was not rung, was forgotten, or has waited long enough; from PostgreSQL alone. Every worker sweeps,
 * and the database lets one do it at a time. Redis holds no more than a window of jobs, so that the order is decided late.
 */
import { closingDeadlines, type Db, forgetRings, putBack, resumeMended, takeDue } from '@rafaga/db';
import type { Bell } from '@rafaga/queue';
import type { Logger } from '@rafaga/runtime';
import type { Depth } from './depth.js';

export interface Sweep {
  /** When it last went round, on the monotonic clock. */
  lastRound(): number;
  stop(): Promise<void>;
}

export interface SweepOptions {
  db: Db;
  bell: Bell;
  depth: Depth;
  /** Jobs that may wait at once. */
  window: number;
  /** Endpoints that are down. */
  down(): string[];
  log: Logger;
}

const IDLE_MS = 200;
const BUSY_MS = 25;
/** Without Redis there is nobody to ring for. */
const DEAF_MS = 500;
const MEND_EVERY_MS = 1_000;
const DEADLINES_EVERY_MS = 60_000;
/** The same business is told about once an hour. */
const ALARM_EVERY_MS = 3_600_000;

export function startSweep({ db, bell, depth, window, down, log }: SweepOptions): Sweep {
  let lastRound = performance.now();
  let stopping = false;
  let wake = () => {};
  const mended = every(MEND_EVERY_MS);
  const deadlines = every(DEADLINES_EVERY_MS);
  const alarmed = new Map<number, number>();

  /** @returns how many were rung; undefined when nobody could hear */
  async function ring(): Promise<number | undefined> {
    const waiting = await depth.waiting().catch(() => undefined);
    if (waiting === undefined) return undefined;
    if (await depth.forgot()) log.info('Redis empezó de nuevo: se vuelve a llamar por todo lo abierto', { open: await forgetRings(db) });
    const room = window - waiting;
    // a window that is nearly full is filled later, in one go
    if (room < window / 3) return 0;
    const due = await takeDue(db, room, down());
    if (due.length === 0) return 0;
    await bell.ring(due).catch(async (error) => {
      await putBack(
        db,
        due.map(({ documentId }) => documentId),
      );
      throw error;
    });
    return due.length;
  }

  async function mend(): Promise<void> {
    for (const businessId of await resumeMended(db)) log.info('el negocio vuelve a enviar', { negocio_id: businessId });
  }

  async function watchDeadlines(): Promise<void> {
    for (const { businessId, documents, deadline } of await closingDeadlines(db)) {
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
    const rung = await ring();
    if (rung === undefined) return DEAF_MS;
    return rung > 0 ? BUSY_MS : IDLE_MS;
  }

  async function go(): Promise<void> {
    while (!stopping) {
      const pause = await round().catch((error) => {
        log.debug('el barrido falló', { error });
        return DEAF_MS;
      });
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
