/**
 * Compares every file that the database names with its hash, in any file store: those of the
 * documents, and the bundles that have the documents of detached months alone.
 */
import type { Db, Scope, StoredFile } from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import { type FileProblem, fileProblem } from '../terminal/fileProblem.js';

/** Files at a time: enough to hide the latency of a bucket. */
const CONCURRENCY = 16;
/** Each is in memory as a whole, and may have more than 32 MB. */
const BUNDLES_AT_ONCE = 2;

export interface WrongFile {
  /** A bundle has documents of its own. */
  documento_id?: number;
  archivo: string;
  por_que: string;
}

export interface Checked {
  count: number;
  bytes: number;
  wrong: WrongFile[];
  /** Of a copy that was compared with its original: what is wrong there too. */
  lost?: WrongFile[];
  /** Those that were recorded soon after the files were copied, and are not in the copy. */
  recent: number;
}

/** The log of a copy reaches further than its files, but not by more than that. */
const AHEAD_MS = 60_000;

/** What is known of the store, if it is a copy. */
export interface CopyOf {
  /** When the files were last copied. */
  at?: Date | undefined;
  original?: FileStore;
}

type Recorded = Omit<StoredFile, 'kind'> & { documentId?: number };

export async function checkFiles(
  db: Db,
  files: FileStore,
  scope: Scope,
  { at, original }: CopyOf = {},
): Promise<Checked> {
  const { bundlesToCheck, filesToCheck } = await import('@rafaga/db');
  const result: Checked = { count: 0, bytes: 0, wrong: [], recent: 0 };
  if (original) result.lost = [];
  async function check(file: Recorded): Promise<void> {
    result.count += 1;
    result.bytes += file.bytes;
    const problem = await problemIn(files, file);
    if (!problem) return;
    const sinceMs = file.createdAt.getTime() - (at?.getTime() ?? Infinity);
    if (sinceMs > 0 && sinceMs <= AHEAD_MS) {
      result.recent += 1;
      return;
    }
    const problemThere = original && (await problemIn(original, file));
    if (problemThere) result.lost?.push(wrongFile(file, problemThere));
    else result.wrong.push(wrongFile(file, problem));
  }
  for await (const batch of filesToCheck(db, scope)) await eachOf(batch, CONCURRENCY, check);
  for await (const batch of bundlesToCheck(db, scope)) await eachOf(batch, BUNDLES_AT_ONCE, check);
  for (const found of [result.wrong, result.lost]) found?.sort(byDocument);
  return result;
}

/** @returns undefined of a file that is as it was recorded */
async function problemIn(
  files: FileStore,
  { objectKey, sha256 }: Recorded,
): Promise<FileProblem | undefined> {
  try {
    await files.get(objectKey, sha256);
    return undefined;
  } catch (error) {
    const problem = await fileProblem(error);
    // an unreachable store is not damage: the command fails with its error
    if (!problem) throw error;
    return problem;
  }
}

const wrongFile = ({ documentId, objectKey }: Recorded, problem: FileProblem): WrongFile => ({
  ...(documentId !== undefined && { documento_id: documentId }),
  archivo: objectKey,
  por_que: problem,
});

async function eachOf<T>(
  batch: readonly T[],
  atOnce: number,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const waiting = batch.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const each of waiting) await work(each);
    }),
  );
}

/** Concurrent reads end in any order. Bundles come last. */
const byDocument = (a: WrongFile, b: WrongFile): number =>
  (a.documento_id ?? Infinity) - (b.documento_id ?? Infinity) || (a.archivo < b.archivo ? -1 : 1);
