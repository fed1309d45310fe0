/** A signal ends a command in order: what it began is removed and the servers that it ran end. */
import { once } from 'node:events';
import { Failure } from '../terminal/failure.js';

let stopped: AbortController | undefined;

/**
 * Aborted by SIGTERM, SIGINT or SIGHUP. A second SIGTERM or SIGINT ends the process at once; a
 * second SIGHUP does not, for a closed terminal sends one, and so does the shell that ran there.
 */
export function stopSignal(): AbortSignal {
  if (stopped) return stopped.signal;
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort());
  process.on('SIGHUP', () => controller.abort());
  stopped = controller;
  return controller.signal;
}

export function failIfStopped(): void {
  if (stopSignal().aborted) throw new Failure('Detenido.');
}

/** The result of work that no signal can end; after a signal nothing waits for it. */
export async function unlessStopped<T>(work: Promise<T>): Promise<T> {
  failIfStopped();
  const ended = new AbortController();
  const stop = once(stopSignal(), 'abort', { signal: ended.signal }).then(() => failIfStopped());
  // when the work ended first
  stop.catch(() => undefined);
  try {
    return (await Promise.race([work, stop])) as T;
  } finally {
    ended.abort();
  }
}
