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
}

export async function checkFiles(db: Db, files: FileStore, scope: Scope): Promise<Checked> {
  const { filesToCheck } = await import('@rafaga/db');
  const result: Checked = { count: 0, bytes: 0, wrong: [] };
  async function check({ documentId, objectKey, sha256, bytes }: FileToCheck): Promise<void> {
    result.count += 1;
    result.bytes += bytes;
    try {
      await files.get(objectKey, sha256);
    } catch (error) {
      const problem = await fileProblem(error);
      // an unreachable store is not damage: the command fails with its error
      if (!problem) throw error;
      result.wrong.push({ documento_id: documentId, archivo: objectKey, por_que: problem });
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
