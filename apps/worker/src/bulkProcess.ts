/**
 * The second process of a worker. It takes the lane `bulk`, the documents of businesses that issue
 * many, at a lower priority: a document of another business finds a process that is nearly idle.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { platform, setPriority } from 'node:os';
import type { Logger } from '@rafaga/runtime';
import { settledWithin, withTimeout } from '@rafaga/runtime/concurrency';
import type { Samples } from '@rafaga/runtime/metrics';
import type { RunningWorker } from './worker.js';

/** The argument with which main.ts is this process. */
export const BULK = 'bulk';
/** A ninth of what another process gets, while both want all of a processor. */
const NICENESS = 10;
const REPORT_EVERY_MS = 1_000;
const SILENT_MS = 30_000;
const SAMPLES_WITHIN_MS = 2_000;
/** Longer than its drain. */
const END_WITHIN_MS = 27_000;

type Report = { stuck: string | undefined } | { samples: Samples };

export interface BulkProcess {
  /** What /metrics of the first process serves too; none when it does not answer. */
  samples(): Promise<Samples>;
  /** What makes no progress, in Spanish. */
  stuck(): string | undefined;
  /** Lets it finish what is under way. */
  stop(): Promise<void>;
}

/** @param onEnd called when it ends without having been stopped */
export function startBulkProcess(log: Logger, onEnd: () => void): BulkProcess {
  const child = fork(new URL('main.js', import.meta.url), [BULK], {
    // JSON has neither undefined nor the numbers that are none
    serialization: 'advanced',
  });
  let reported = performance.now();
  let stuck: string | undefined;
  let stopping = false;
  child.on('message', (report: Report) => {
    if (!('stuck' in report)) return;
    ({ stuck } = report);
    reported = performance.now();
  });
  child.on('error', (error) => log.error('el proceso de los envíos masivos falló', { error }));
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (stopping) return;
    log.error('el proceso de los envíos masivos terminó', { code, signal });
    onEnd();
  });
  return {
    samples: () => withTimeout(samplesOf(child), SAMPLES_WITHIN_MS).catch(() => []),
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

async function samplesOf(child: ChildProcess): Promise<Samples> {
  child.send('samples');
  for (;;) {
    const [report] = (await once(child, 'message')) as [Report];
    if ('samples' in report) return report.samples;
  }
}

/** In the second process: tells the first one how it does, and what it measures. */
export function reportToParent(worker: Pick<RunningWorker, 'health' | 'samples'>): void {
  const send = (report: Report) => process.connected && process.send?.(report);
  setInterval(() => send({ stuck: worker.health.alive() }), REPORT_EVERY_MS).unref();
  process.on('message', async () => send({ samples: await worker.samples() }));
}

/** Lowers the priority of every thread of this process, which Linux keeps for each. */
export function yieldProcessor(): void {
  const threads = platform() === 'linux' ? readdirSync('/proc/self/task') : [process.pid];
  for (const thread of threads) setPriority(Number(thread), NICENESS);
}
