/**
 * Restores a base backup up to a minute into a new folder, and opens a restoration in it: nothing
 * is issued from it until two persons have ended that.
 */
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { By, Contents } from '@rafaga/db';
import { Failure } from '../terminal/failure.js';
import { copyInto, makeOwnFolder } from './folders.js';
import { type Work, withRecovered } from './recover.js';
import { type BaseBackup, chooseBackup, dataOf, type Repository } from './repository.js';

export interface RestoreOptions {
  /** The new folder of the server. */
  data: string;
  id?: string | undefined;
  /** Undefined: everything that was received. */
  until: Date | undefined;
  by: By;
}

export interface Restored {
  backup: BaseBackup;
  contents: Contents;
  /** From the first copied byte until the database accepted writes. */
  seconds: number;
}

/** The names in a folder; none when it is missing. */
export const entriesOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder) : [];

/** @param check runs in the restored database before it is stopped */
export async function restoreBackup<T>(
  repository: Repository,
  { data, id, until, by }: RestoreOptions,
  check: Work<T>,
): Promise<Restored & { checked: T }> {
  const backup = chooseBackup(repository, { id, until });
  if (entriesOf(data).length > 0)
    throw new Failure(`La carpeta ${data} no está vacía: da una nueva en --en.`);
  const began = performance.now();
  makeOwnFolder(data);
  let usable = false;
  try {
    await copyInto(dataOf(repository, backup.id), path.resolve(data));
    const recovery = { data: path.resolve(data), wal: repository.wal, backup, until };
    return await withRecovered(recovery, async (db, faults) => {
      const seconds = (performance.now() - began) / 1_000;
      const { beginRestoration, readContents } = await import('@rafaga/db');
      // what was acknowledged after the last received byte is in no file either
      await beginRestoration(db, by);
      usable = true;
      return {
        backup,
        contents: await readContents(db),
        seconds,
        checked: await check(db, faults),
      };
    });
  } finally {
    // the next try needs the folder empty, and the space of its disk
    if (!usable) await emptyFolder(data);
  }
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of entriesOf(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
}
