/** Compares every file that the database names with its hash, in any file store. */
import type { Db, FileToCheck, Scope } from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import { fileProblem } from '../terminal/fileProblem.js';

/** Files at a time: enough to hide the latency of a bucket. */
const CONCURRENCY = 16;

export interface Checked {
  count: number;
  bytes: number;
  wrong: { documento_id: number; archivo: string; por_que: string }[];
  /** Those that were recorded soon after the files were copied, and are not in the copy. */
  recent: number;
}

/** The log of a copy reaches further than its files, but not by more than that. */
const AHEAD_MS = 60_000;

/** @param copiedAt when the files were last copied, if the store is a copy */
export async function checkFiles(
  db: Db,
  files: FileStore,
  scope: Scope,
  copiedAt?: Date,
): Promise<Checked> {
  const { filesToCheck } = await import('@rafaga/db');
  const result: Checked = { count: 0, bytes: 0, wrong: [], recent: 0 };
  async function check(file: FileToCheck): Promise<void> {
    const { documentId, objectKey, sha256, bytes, createdAt } = file;
    result.count += 1;
    result.bytes += bytes;
    try {
      await files.get(objectKey, sha256);
    } catch (error) {
      const problem = await fileProblem(error);
      // an unreachable store is not damage: the command fails with its error
      if (!problem) throw error;
      const sinceMs = createdAt.getTime() - (copiedAt?.getTime() ?? Infinity);
      if (sinceMs > 0 && sinceMs <= AHEAD_MS) result.recent += 1;
      else result.wrong.push({ documento_id: documentId, archivo: objectKey, por_que: problem });
    }
  }
  for await (const batch of filesToCheck(db, scope)) {
    const waiting = batch.values();
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const file of waiting) await check(file);
      }),
    );
  }
  // concurrent reads end in any order
  result.wrong.sort((a, b) => a.documento_id - b.documento_id || (a.archivo < b.archivo ? -1 : 1));
  return result;
}
