/** Runs a process from start to graceful stop. Every main.ts is one call of `run`. */
import { ConfigError, choice, readConfig, readNames } from './config.js';
import { createLogger, LOG_LEVELS, type Logger } from './logger.js';
import { misspeltVariables } from './misspelt.js';

/** Stops the process gracefully: takes no new work, finishes the work under way. */
export type Stop = () => Promise<void>;

/** Longer than any drain: after this time the process exits, even with work under way. */
const STOP_WITHIN_MS = 28_000;

const VARIABLES = { LOG_LEVEL: choice(LOG_LEVELS, 'info') };

/**
 * Starts a process and stops it on SIGTERM, SIGINT, SIGHUP, or when the parent closes its IPC
 * channel. A second SIGTERM or SIGINT exits at once. A wrong configuration prints one sentence and
 * exits with 2; any other uncaught error is logged and exits with 1.
 */
export async function run(service: string, start: (log: Logger) => Promise<Stop>): Promise<void> {
  // lines that a full disk or a log's reader that has ended does not take are lost, not the process
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const log = loggerOf(service);
  const started = Promise.resolve().then(() => start(log));
  stopOnSignals(log, started);
  process.on('unhandledRejection', (error) => log.error('promesa sin atender', { error }));
  process.on('uncaughtException', (error) => {
    log.error('error sin atender', { error });
    process.exit(1);
  });
  await started.catch((error) => {
    if (error instanceof ConfigError) refuse(error);
    log.error('no pudo arrancar', { error });
    process.exit(1);
  });
  for (const text of misspeltVariables(process.env, readNames)) log.warn(text);
}

/**
 * Tells the parent process that this one serves, and on which ports. A failure is ignored: when the
 * parent has ended, this process stops because its IPC channel closes.
 */
export function announceReady(ports: { port?: number; healthPort?: number }): void {
  process.send?.({ ready: true, ...ports }, undefined, undefined, () => undefined);
}

/** Checks the level first: with an unknown one winston writes nothing, or throws. */
function loggerOf(service: string): Logger {
  try {
    return createLogger(service, { level: readConfig(process.env, VARIABLES).LOG_LEVEL });
  } catch (error) {
    return refuse(error as ConfigError);
  }
}

function refuse({ message }: ConfigError): never {
  const lines = [message, ...misspeltVariables(process.env, readNames)];
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  process.exit(2);
}

function stopOnSignals(log: Logger, started: Promise<Stop>): void {
  let stopping = false;
  let signals = 0;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info('deteniéndose', { reason });
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await started.then((end) => end()).catch((error) => log.error('al detenerse', { error }));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) process.exit(1);
      void stop(signal);
    });
  // a closed terminal sends it to a program, and so does the shell that ran there: it counts as one
  process.on('SIGHUP', () => void stop('SIGHUP'));
  // the parent was killed, or stops this process this way; a signal may come before or after
  process.on('disconnect', () => void stop('disconnect'));
  // the channel closed before this listener was added
  if (process.send && !process.connected) void stop('disconnect');
}
