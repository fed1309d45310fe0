/**
 * Replaces the BullMQ worker after half a minute in which jobs waited and none was taken; the third
 * time in a row it ends the process.
 */
import type { Logger } from '@rafaga/runtime';
import type { Consumer } from './consumer.js';

export interface WatchdogOptions {
  consumer: Pick<Consumer, 'lastTaken' | 'busy' | 'replace'>;
  /** Jobs that wait in Redis; may reject, which counts as none. */
  waiting(): Promise<number>;
  log: Logger;
  /** Called at the third time in a row. */
  giveUp(): void;
  patienceMs?: number;
  everyMs?: number;
}

const PATIENCE_MS = 30_000;
const EVERY_MS = 5_000;
const LAST_STRIKE = 3;

/** @returns how to stop it */
export function startWatchdog({
  consumer,
  waiting,
  log,
  giveUp,
  ...times
}: WatchdogOptions): () => void {
  const { patienceMs = PATIENCE_MS, everyMs = EVERY_MS } = times;
  let strikes = 0;
  let replacedAt = Number.NEGATIVE_INFINITY;
  /** Since when jobs wait and none is taken. */
  let idleSince: number | undefined;

  async function look(): Promise<void> {
    const jobs = await waiting().catch(() => 0);
    if (jobs === 0 || consumer.busy() > 0) {
      idleSince = undefined;
      return;
    }
    if (consumer.lastTaken() > replacedAt) strikes = 0;
    idleSince = Math.max(idleSince ?? performance.now(), consumer.lastTaken());
    if (performance.now() - idleSince < patienceMs) return;
    strikes += 1;
    if (strikes >= LAST_STRIKE) return giveUp();
    log.warn('hay trabajo y nadie lo toma: se cambia el procesador de la cola', { jobs, strikes });
    idleSince = undefined;
    await consumer.replace();
    replacedAt = performance.now();
  }

  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look()
      .catch((error) => log.warn('el vigilante falló', { error }))
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
