/** Detects a process without progress: it ends no step although documents are due. */
import { type Db, isOverdue } from '@rafaga/db';
import type { Probe } from '@rafaga/runtime';
import { roundsApart } from '../roundsApart.js';
import type { CheckpointHook } from '../steps.js';

export interface Progress {
  /** Milliseconds since the last step of any document in this process. */
  ago(): number;
  /** Called at every checkpoint of any document: each one counts as progress. */
  checkpoint: CheckpointHook;
  probe: Probe;
}

export interface ProgressOptions {
  db: Db;
  /** The endpoints whose circuit breakers are open: documents for them are not due. */
  down(): string[];
  /** Whether the process has documents under way or could take some. */
  canProgress(): Promise<boolean>;
  /** Multiplies the time that may pass without progress. */
  pace: number;
  /** Also called at every checkpoint. */
  checkpoint: CheckpointHook;
}

/** As long as a request to the authority may take, and less than a lease. */
const MAX_IDLE_MS = 30_000;
const EVERY_MS = 5_000;

const STUCK = {
  word: 'sin_avance',
  text: 'Hay comprobantes por enviar y este procesador no toma ninguno',
  remedy: 'Reinicia este procesador (worker): los demás siguen, y nada se pierde',
};

export function createProgress({
  db,
  down,
  canProgress,
  pace,
  checkpoint,
}: ProgressOptions): Progress {
  const maxIdleMs = MAX_IDLE_MS * pace;
  let last = performance.now();
  const ago = () => performance.now() - last;

  async function check() {
    if (ago() < maxIdleMs || !(await canProgress())) return [];
    return (await isOverdue(db, maxIdleMs, down())) ? [STUCK] : [];
  }

  return {
    ago,
    checkpoint(name, documentId) {
      last = performance.now();
      return checkpoint(name, documentId);
    },
    // the probe of the database reports a database that does not answer
    probe: {
      words: [STUCK.word],
      everyMs: roundsApart(EVERY_MS, pace),
      withinMs: EVERY_MS,
      check,
      failed: () => undefined,
    },
  };
}
