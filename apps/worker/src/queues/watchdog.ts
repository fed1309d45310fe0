/**
 * Replaces the BullMQ worker after half a minute in which jobs waited and none was taken; at the
 * third such period in a row it calls `giveUp`.
 */
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import type { Consumer } from './consumer.js';

export interface WatchdogOptions {
  consumer: Pick<Consumer, 'lastTaken' | 'busy' | 'replace'>;
  /** Number of jobs that wait in Redis; a rejection counts as 0. */
  waiting(): Promise<number>;
  log: Logger;
  /** Called at the third idle period in a row. */
  giveUp(): void;
  maxIdleMs?: number;
  everyMs?: number;
}

const MAX_IDLE_MS = 30_000;
const EVERY_MS = 5_000;
const MAX_IDLE_PERIODS = 3;

/** @returns stops the watchdog; resolves when the check under way has ended */
export function startWatchdog({
  consumer,
  waiting,
  log,
  giveUp,
  ...times
}: WatchdogOptions): () => Promise<void> {
  const { maxIdleMs = MAX_IDLE_MS, everyMs = EVERY_MS } = times;
  let idlePeriods = 0;
  let replacedAt = Number.NEGATIVE_INFINITY;
  /** The time since which jobs wait and none is taken. */
  let idleSince: number | undefined;

  async function check(): Promise<void> {
    const jobs = await waiting().catch(() => 0);
    if (jobs === 0 || consumer.busy() > 0) {
      idleSince = undefined;
      return;
    }
    if (consumer.lastTaken() > replacedAt) idlePeriods = 0;
    idleSince = Math.max(idleSince ?? performance.now(), consumer.lastTaken());
    if (performance.now() - idleSince < maxIdleMs) return;
    idlePeriods += 1;
    if (idlePeriods >= MAX_IDLE_PERIODS) return giveUp();
    log.warn('hay trabajo y nadie lo toma: se cambia el procesador de la cola', {
      jobs,
      idlePeriods,
    });
    idleSince = undefined;
    await consumer.replace();
    replacedAt = performance.now();
  }

  return startLoop(async () => {
    await check().catch((error) => log.warn('el vigilante falló', { error }));
    return everyMs;
  });
}
