/**
 * The drill: restores the backup into a folder that is removed again, and measures what a loss of
 * the machine would cost.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CheckedRestore, checkRestored } from './checkRestored.js';
import { makeOwnFolder } from './folders.js';
import { type Repository, readComplete } from './repository.js';
import { type Restored, type RestoreOptions, restoreBackup } from './restore.js';
import { failIfStopped } from './stop.js';

export interface Drill extends Restored {
  checked: CheckedRestore;
  /** Seconds since the backup was complete; undefined when nothing was received. */
  rpo: number | undefined;
}

export async function drill(
  repository: Repository,
  options: Omit<RestoreOptions, 'data'> & { folder?: string | undefined },
): Promise<Drill> {
  const complete = readComplete(repository);
  const rpo = complete && (Date.now() - Date.parse(complete.at)) / 1_000;
  // from here on a signal ends the command in order
  failIfStopped();
  const folder = mkdtempSync(path.join(options.folder ?? tmpdir(), 'rafaga-simulacro-'));
  try {
    makeOwnFolder(folder);
    const into = { ...options, data: path.join(folder, 'data') };
    const check = checkRestored(repository, options.until);
    return { ...(await restoreBackup(repository, into, check)), rpo };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
