/**
 * The drill: restores the backup into a folder that is removed again, and measures what a loss of
 * the machine would cost.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Behind, Db } from '@rafaga/db';
import { type Checked, checkFiles } from '../verification/checkFiles.js';
import { makeOwnFolder } from './folders.js';
import { type Repository, readComplete } from './repository.js';
import { type Restored, type RestoreOptions, restoreBackup } from './restore.js';

export interface Drill extends Restored {
  /** Seconds since the backup was complete; undefined when nothing was received. */
  rpo: number | undefined;
  /** Whether the restored database reaches the position that was recorded as received. */
  reached: boolean;
  /** Null: the files are in a bucket. */
  files: Checked | null;
  /** What the copied marks have and the restored database lacks. */
  behind: Behind | undefined;
}

export async function drill(
  repository: Repository,
  options: Omit<RestoreOptions, 'data'> & { folder?: string | undefined },
): Promise<Drill> {
  const complete = readComplete(repository);
  const rpo = complete && (Date.now() - Date.parse(complete.at)) / 1_000;
  const folder = mkdtempSync(path.join(options.folder ?? tmpdir(), 'rafaga-simulacro-'));
  try {
    makeOwnFolder(folder);
    const data = path.join(folder, 'data');
    const { checked, ...restored } = await restoreBackup(
      repository,
      { ...options, data },
      async (db) => ({
        reached: await reaches(db, options.until ? undefined : complete?.lsn),
        ...(await compareFiles(repository, db)),
      }),
    );
    return { ...restored, ...checked, rpo };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function reaches(db: Db, lsn: string | undefined): Promise<boolean> {
  const { hasReplayed } = await import('@rafaga/db');
  return lsn === undefined || hasReplayed(db, lsn);
}

export async function compareFiles(
  repository: Repository,
  db: Db,
): Promise<Pick<Drill, 'files' | 'behind'>> {
  const [{ findBehind }, { createFolderStore, readMarks }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/storage'),
  ]);
  const { existsSync } = await import('node:fs');
  if (!existsSync(repository.files)) return { files: null, behind: undefined };
  const store = createFolderStore(repository.files);
  return {
    files: await checkFiles(db, store),
    behind: await findBehind(db, await readMarks(store.mutable)),
  };
}
