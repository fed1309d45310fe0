/**
 * Adds each issued document to the journal of the file store, after its answer was sent: no caller
 * waits for the file store.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, rucsOf, type Written } from '@rafaga/db';
import type { Condition, Probe } from '@rafaga/runtime';
import { createBatcher, settledWithin } from '@rafaga/runtime/concurrency';
import {
  type AcknowledgementWriter,
  createAcknowledgementWriter,
  type FileStore,
  type Marks,
} from '@rafaga/storage';

export interface Acknowledgements {
  add(written: Written): void;
  /** The last id and, for each series, the highest number that this process has issued. */
  marks(): Marks;
  /** Finds a journal that the file store does not accept, or that lacks documents. */
  probe: Probe;
  /** Writes the remaining documents, if the file store accepts them. */
  close(): Promise<void>;
}

/** Maps the API's names of environments to those of the database. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  simulado: 'simulator',
  beta: 'beta',
  produccion: 'production',
};

const PROBE_MS = 1_000;
/** An error of the file store is reported once it has lasted this long. */
const REPORTED_AFTER_MS = 3_000;
const RETRY_MS = 500;
const FIND_RUCS_WITHIN_MS = 2_000;

export function createAcknowledgements(
  db: Db,
  files: FileStore,
  onError: (error: Error) => void,
): Acknowledgements {
  const writer = createAcknowledgementWriter(files, { onError });
  const rucs = new Map<number, string>();
  /** Looks up the RUCs of the businesses until it succeeds; a RUC never changes. */
  async function findRucs(ids: number[]): Promise<void> {
    for (;;) {
      try {
        for (const { id, ruc } of await rucsOf(db, ids)) rucs.set(id, ruc);
        return;
      } catch (error) {
        onError(error as Error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  const waitingForRuc = createBatcher<Written>({
    async write(batch) {
      await findRucs(batch.map(({ document }) => document.businessId));
      for (const written of batch)
        addToJournal(writer, rucs.get(written.document.businessId) as string, written);
    },
  });

  return {
    add(written) {
      const ruc = rucs.get(written.document.businessId);
      if (ruc !== undefined) return addToJournal(writer, ruc, written);
      waitingForRuc.add(written);
    },
    marks: writer.marks,
    probe: {
      words: [UNWRITTEN.word, INCOMPLETE.word],
      everyMs: PROBE_MS,
      withinMs: PROBE_MS,
      check: async () => conditionsOf(writer.trouble(), performance.now()),
      failed: () => undefined,
    },
    async close() {
      await settledWithin(waitingForRuc.drain(), FIND_RUCS_WITHIN_MS, { unref: true });
      await writer.close();
    },
  };
}

/** @param now by `performance.now()` */
export const conditionsOf = (
  { since, dropped }: ReturnType<AcknowledgementWriter['trouble']>,
  now: number,
): Condition[] => [
  ...(since !== undefined && now - since > REPORTED_AFTER_MS ? [UNWRITTEN] : []),
  ...(dropped > 0 ? [INCOMPLETE] : []),
];

const UNWRITTEN: Condition = {
  word: 'diario',
  text: 'El diario de lo emitido no se escribe',
  remedy: 'Revisa el almacén de archivos: lo que espera se escribe en cuanto él lo acepta',
};
/** A word of its own: it follows the other, and is not to be taken for its continuation. */
const INCOMPLETE: Condition = {
  word: 'diario_incompleto',
  text: 'Hay comprobantes emitidos que no entraron al diario',
  remedy:
    'Haz ya un respaldo de la base de datos: desde uno anterior esos comprobantes no se ' +
    'reconstruyen. El aviso termina al reiniciar esta API',
};

function addToJournal(
  writer: AcknowledgementWriter,
  ruc: string,
  { document, id, number, environment: word, answer }: Written,
): void {
  const { kind, series, sale, totals, warnings } = document;
  const environment = ENVIRONMENT[word ?? ''] ?? 'production';
  const known = JSON.stringify({
    id,
    ruc,
    environment,
    kind,
    series,
    number,
    reference: document.reference,
    hash: document.hash.toString('hex'),
    issueDate: document.issueDate,
    currency: document.currency,
    client: document.client,
    total: document.total,
    deadline: document.deadline,
    requestId: document.requestId,
  });
  // reuses the JSON that was made for the database
  const made = `"answer":${answer},"sale":${sale},"totals":${totals},"warnings":${warnings}`;
  writer.add({
    id,
    ruc,
    environment,
    kind,
    series,
    number,
    line: `${known.slice(0, -1)},${made}}`,
  });
}
