/** Reports the CDRs that wait in PostgreSQL, and those that contradict a settled document. */
import { countPendingCdrs, type Db, type PendingCdrsSummary } from '@rafaga/db';
import type { Condition, Probe } from '@rafaga/runtime';
import { roundsApart } from '../roundsApart.js';

const EVERY_MS = 10_000;
const WITHIN_MS = 5_000;

const WAITING = 'constancias_por_guardar';
const CONTRADICTING = 'constancias_contradictorias';

/** @param pace multiplies the time between two probes */
export const cdrProbe = (db: Db, pace: number): Probe => ({
  words: [WAITING, CONTRADICTING],
  everyMs: roundsApart(EVERY_MS, pace),
  withinMs: WITHIN_MS,
  check: async () => conditionsOf(await countPendingCdrs(db)),
  // the probe of the database reports a database that does not answer
  failed: () => undefined,
});

function conditionsOf({ waiting, contradicting }: PendingCdrsSummary): Condition[] {
  return [
    ...(waiting > 0
      ? [
          {
            word: WAITING,
            text: `Constancias que esperan en PostgreSQL a que el almacén las guarde: ${waiting}`,
            remedy: 'Revisa el almacén de archivos: se guardan solas cuando acepta escrituras',
          },
        ]
      : []),
    ...(contradicting.length > 0
      ? [
          {
            word: CONTRADICTING,
            text: `Constancias que contradicen lo resuelto: ${contradicting.length}`,
            remedy: `Compara con SOL, por su id: ${contradicting.slice(0, NAMED).join(', ')}`,
          },
        ]
      : []),
  ];
}

/** As many ids as fit into a sentence. */
const NAMED = 5;
