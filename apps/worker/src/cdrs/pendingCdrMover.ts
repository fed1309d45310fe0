/**
 * Moves the CDRs that wait in PostgreSQL to the file store and to the documents that lack one;
 * reports those that contradict a settled document.
 */
import {
  adoptCdr,
  type Db,
  type DueCdr,
  documentLogFields,
  forgetPendingCdr,
  type KeptFile,
  markConflict,
  type PendingCdr,
  pendingCdrColumn,
  takePendingCdrs,
  useLateCdr,
} from '@rafaga/db';
import { cdrFileName } from '@rafaga/fiscal';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import type { Vault } from '@rafaga/secrets';
import { type FileStore, objectKey } from '@rafaga/storage';
import { roundsApart } from '../roundsApart.js';

const EVERY_MS = 5_000;
const BATCH = 20;

export interface PendingCdrMoverOptions {
  db: Db;
  files: FileStore;
  vault: Vault;
  /** The name of this process, in timelines. */
  worker: string;
  log: Logger;
  /** Multiplies the time between two rounds. */
  pace: number;
}

/** @returns stops it; resolves when the batch under way is moved */
export function startPendingCdrMover(options: PendingCdrMoverOptions): () => Promise<void> {
  const { db, log, pace } = options;
  let failing = false;
  return startLoop(async () => {
    try {
      if ((await moveDue(options)) === BATCH) return 0;
      if (failing) log.info('las constancias que esperaban se guardan otra vez');
      failing = false;
    } catch (error) {
      if (!failing)
        log.warn('hay constancias que esperan en PostgreSQL: todavía no se pueden guardar', {
          ...(error instanceof NotMoved && (await documentLogFields(db, error.documentId))),
          error: error instanceof NotMoved ? error.cause : error,
        });
      failing = true;
    }
    return roundsApart(EVERY_MS, pace);
  });
}

class NotMoved extends Error {
  constructor(
    readonly documentId: number,
    cause: unknown,
  ) {
    super('the CDR was not moved', { cause });
  }
}

/**
 * @returns how many CDRs were due
 * @throws the first failure, after all were tried: the failed ones are due again in half a minute
 */
async function moveDue(options: PendingCdrMoverOptions): Promise<number> {
  const due = await takePendingCdrs(options.db, BATCH);
  const failures: NotMoved[] = [];
  for (const each of due)
    await HANDLERS[each.do](options, each).catch((error) =>
      failures.push(new NotMoved(each.documentId, error)),
    );
  if (failures[0]) throw failures[0];
  return due.length;
}

const HANDLERS: Record<
  DueCdr['do'],
  (options: PendingCdrMoverOptions, due: DueCdr) => Promise<void>
> = {
  async adopt(options, due) {
    const { db, log, worker } = options;
    const { documentId, sealed, resumedAt } = due;
    const file = await storedOf(options, due);
    const detail = resumedAt
      ? 'guardada después de resolverse'
      : sealed
        ? 'guardada cuando el almacén volvió'
        : 'llegó tarde y se aprovechó';
    if (
      !(await adoptCdr(db, {
        documentId,
        file,
        cdr: due,
        attempt: due.attempt,
        detail,
        by: worker,
      }))
    )
      return;
    const fields = await documentLogFields(db, documentId);
    log.info('la constancia quedó guardada', { ...fields, receivedAt: due.receivedAt });
  },
  async forget({ db }, due) {
    await forgetPendingCdr(db, due);
  },
  async use({ db, worker, log }, due) {
    if (await useLateCdr(db, due, worker))
      log.info(
        'llegó tarde la constancia: el comprobante sigue',
        await documentLogFields(db, due.documentId),
      );
  },
  async tell({ db, log }, due) {
    await markConflict(db, due);
    const facts = { ...(await documentLogFields(db, due.documentId)), code: due.code };
    if (due.conflict === 'other_state')
      log.error('ALARMA: una constancia que llegó tarde contradice lo resuelto', facts);
    else
      log.warn(
        'el comprobante tiene otra constancia que la que llegó tarde, con el mismo resultado',
        facts,
      );
  },
};

async function storedOf(
  { files, vault }: PendingCdrMoverOptions,
  due: PendingCdr,
): Promise<KeptFile> {
  const { documentId: id, ruc, sealed, objectKey: storedAt, sha256, bytes } = due;
  if (!sealed) {
    // one that is lost is no file of the document
    await files.get(storedAt as string, sha256);
    return { objectKey: storedAt as string, sha256, bytes };
  }
  const zip = vault.open(sealed, pendingCdrColumn(id, sha256));
  return files.put(objectKey({ ruc, id }, cdrFileName(due)), zip);
}
