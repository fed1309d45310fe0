/** Compares a restored database with what the backup had received: its log and its files. */
import { existsSync } from 'node:fs';
import type { Behind, Db } from '@rafaga/db';
import { type Checked, checkFiles } from '../verification/checkFiles.js';
import { type Complete, type Repository, readComplete } from './repository.js';

export interface CheckedRestore {
  /** Whether the restored database reaches the position that was recorded as received. */
  reached: boolean;
  /** What hindered the server from reading the received log. */
  faults: string[];
  /** Null: the files are in a bucket. */
  files: Checked | null;
  /** What the copied marks have and the restored database lacks. */
  behind: Behind | undefined;
  /** The files of marks that cannot be read. */
  damaged: readonly string[];
}

/** @param until undefined: everything that was received must be there */
export const checkRestored =
  (repository: Repository, until: Date | undefined) =>
  async (db: Db, faults: string[]): Promise<CheckedRestore> => {
    const complete = readComplete(repository);
    return {
      reached: await reaches(db, until ? undefined : complete?.lsn),
      faults,
      ...(await compareFiles(repository, complete, db)),
    };
  };

async function reaches(db: Db, lsn: string | undefined): Promise<boolean> {
  const { hasReplayed } = await import('@rafaga/db');
  return lsn === undefined || hasReplayed(db, lsn);
}

async function compareFiles(
  { files }: Repository,
  complete: Complete | undefined,
  db: Db,
): Promise<Pick<CheckedRestore, 'files' | 'behind' | 'damaged'>> {
  if (!existsSync(files)) return { files: null, behind: undefined, damaged: [] };
  const [{ EVERY_BUSINESS, findBehind }, { createFolderStore, readMarks }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/storage'),
  ]);
  const store = createFolderStore(files);
  const marks = await readMarks(store.mutable);
  return {
    files: await checkFiles(db, store, EVERY_BUSINESS, {
      at: complete && new Date(complete.at),
    }),
    behind: await findBehind(db, marks),
    damaged: marks.damaged,
  };
}
