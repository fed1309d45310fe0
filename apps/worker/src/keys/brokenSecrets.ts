/** Reports that this process could not open secrets of businesses with its keys. */
import type { Condition, Probe } from '@rafaga/runtime/conditions';

export interface BrokenSecrets {
  /** To be called when a secret could not be opened. */
  note(): void;
  probe: Probe;
}

const EVERY_MS = 5_000;
/** Longer than a document waits for its next attempt. */
const LASTS_MS = 120_000;

const BROKEN: Condition = {
  word: 'claves',
  text: 'Hay secretos de negocios que este procesador no puede abrir con sus claves',
  remedy:
    'Dale las claves que tienen los demás (RAFAGA_WORKER_KEY y, hasta terminar «rafaga clave ' +
    'rotar», RAFAGA_WORKER_KEY_PREVIOUS) y reinícialo; los comprobantes esperan y no se pierden',
};

/** @param pace multiplies the times */
export function createBrokenSecrets(pace: number): BrokenSecrets {
  let last = Number.NEGATIVE_INFINITY;
  return {
    note() {
      last = performance.now();
    },
    probe: {
      words: [BROKEN.word],
      everyMs: EVERY_MS * pace,
      withinMs: EVERY_MS,
      check: async () => (performance.now() - last < LASTS_MS * pace ? [BROKEN] : []),
      failed: () => undefined,
    },
  };
}
