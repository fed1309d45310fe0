/**
 * The second process of a worker. It takes the lane `bulk`, the documents of businesses that issue
 * many, at a lower priority: a document of another business finds a process that is nearly idle.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, getPriority, platform, setPriority } from 'node:os';
import type { Logger } from '@rafaga/runtime';
import { settledWithin, withTimeout } from '@rafaga/runtime/concurrency';
import type { Samples } from '@rafaga/runtime/metrics';
import type { RunningWorker } from './worker.js';

/** The argument with which main.ts is this process. */
export const BULK = 'bulk';
/** Nice value: about a ninth of the CPU time of a process at the default priority. */
const NICENESS = 10;
const REPORT_EVERY_MS = 1_000;
const SILENT_MS = 30_000;
const SAMPLES_WITHIN_MS = 2_000;
/** Longer than the child takes to finish the documents under way. */
const END_WITHIN_MS = 27_000;

type Report = { stuck: string | undefined } | { samples: Samples };

export interface BulkProcess {
  /** The child's metric samples, for the parent's /metrics; empty if the child does not answer. */
  samples(): Promise<Samples>;
  /** Why the child makes no progress, in Spanish; undefined while it does. */
  stuck(): string | undefined;
  /** Stops the child after it has finished the documents under way. */
  stop(): Promise<void>;
}

/** @param onEnd called when the child ends without having been stopped */
export function startBulkProcess(log: Logger, onEnd: () => void): BulkProcess {
  const child = fork(new URL('main.js', import.meta.url), [BULK], {
    // JSON, the default, cannot carry undefined, NaN or Infinity
    serialization: 'advanced',
  });
  let reported = performance.now();
  let stuck: string | undefined;
  let stopping = false;
  const scrapes: ((samples: Samples) => void)[] = [];
  child.on('message', (report: Report) => {
    if ('samples' in report) for (const answer of scrapes.splice(0)) answer(report.samples);
    else ({ stuck } = report);
    reported = performance.now();
  });
  const ended = new Promise<void>((resolve) => {
    const end = (reason: object) => {
      resolve();
      if (stopping) return;
      log.error('el proceso de los envíos masivos terminó', reason);
      onEnd();
    };
    child.once('exit', (code, signal) => end({ code, signal }));
    // with a pid, the error is of a message to a child that has ended, which `exit` reports
    child.on('error', (error) => child.pid === undefined && end({ error }));
  });
  const samples = () =>
    new Promise<Samples>((resolve) => {
      scrapes.push(resolve);
      send(child, 'samples');
    });
  return {
    samples: () => withTimeout(samples(), SAMPLES_WITHIN_MS).catch(() => []),
    stuck: () =>
      performance.now() - reported > SILENT_MS
        ? 'el proceso de los envíos masivos no responde'
        : stuck,
    async stop() {
      stopping = true;
      if (child.connected) child.disconnect();
      await settledWithin(ended, END_WITHIN_MS);
    },
  };
}

/**
 * Called in the child: reports its health to the parent every second, and its metrics on request.
 */
export function reportToParent(worker: Pick<RunningWorker, 'health' | 'samples'>): void {
  const report = (content: Report) => send(process, content);
  setInterval(() => report({ stuck: worker.health.alive() }), REPORT_EVERY_MS).unref();
  process.on('message', async () => report({ samples: await worker.samples() }));
}

/**
 * Sends a message. Does nothing if the other process has ended: `exit` or `disconnect` reports
 * that.
 */
function send(
  to: Pick<ChildProcess, 'connected' | 'send'> | NodeJS.Process,
  message: unknown,
): void {
  if (to.connected) to.send?.(message as object, undefined, undefined, () => undefined);
}

/**
 * Lowers the priority of every thread of this process. Linux keeps one priority for each thread,
 * and new threads inherit it. Failures are ignored: the system may not allow it, or a thread may
 * have just ended.
 */
export function yieldProcessor(): void {
  const threads = platform() === 'linux' ? readdirSync('/proc/self/task') : [process.pid];
  const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS);
  for (const thread of threads)
    try {
      setPriority(Number(thread), niceness);
    } catch {}
}
