/** A process's life: configuration, start, graceful stop. Every main.ts is one call of `run`. */
import { ConfigError } from './config.js';
import { createLogger, type Logger } from './logger.js';

/** Ends what the process does: takes no new work, finishes what it holds. */
export type Stop = () => Promise<void>;

/** Longer than any drain: after it the process leaves, whatever is still open. */
const PATIENCE_MS = 28_000;

/**
 * Starts a process and stops it on SIGTERM, SIGINT, or when the parent that holds its IPC channel
 * goes away. A second signal stops at once. A wrong configuration is one sentence and exit code 2;
 * anything else that escapes is logged and exits 1.
 */
export async function run(service: string, start: (log: Logger) => Promise<Stop>): Promise<void> {
  const log = createLogger(service, { level: process.env.LOG_LEVEL ?? 'info' });
  const started = Promise.resolve().then(() => start(log));
  let stopping = false;
  const leave = async (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info('deteniéndose', { reason });
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await started.then((stop) => stop()).catch((error) => log.error('al detenerse', { error }));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave(signal));
  // started by a parent that was killed: nobody else would stop us
  process.on('disconnect', () => void leave('disconnect'));
  process.on('unhandledRejection', (error) => log.error('promesa sin atender', { error }));
  process.on('uncaughtException', (error) => {
    log.error('error sin atender', { error });
    process.exit(1);
  });
  await started.catch((error) => {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else log.error('no pudo arrancar', { error });
    process.exit(error instanceof ConfigError ? 2 : 1);
  });
}
