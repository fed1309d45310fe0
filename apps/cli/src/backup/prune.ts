/** Removes the oldest base backups, and the log that only they need. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../terminal/failure.js';
import {
  type BaseBackup,
  listBackups,
  noBackups,
  type Repository,
  removeBackup,
  removeOldDrafts,
} from './repository.js';
import { firstSegment } from './wal.js';

export interface Pruned {
  removed: BaseBackup[];
  segments: number;
}

/** @param keep how many of the newest stay; at least one */
export async function prune(repository: Repository, keep: number): Promise<Pruned> {
  await removeOldDrafts(repository);
  const all = listBackups(repository);
  // a wrong folder, or a disk that is not mounted, must not look like one with little in it
  if (all.length === 0) throw new Failure(noBackups(repository));
  const removed = all.slice(0, Math.max(0, all.length - keep));
  for (const { id } of removed) await removeBackup(repository, id);
  const oldest = all[removed.length] as BaseBackup;
  const first = await firstSegment(repository, oldest.id);
  // a history file has no such name, and stays: it tells where a timeline began
  const unneeded = (await readdir(repository.wal)).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name < first,
  );
  for (const name of unneeded) await rm(path.join(repository.wal, name));
  return { removed, segments: unneeded.length };
}
