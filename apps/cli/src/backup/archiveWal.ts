/**
 * Stores one file of the write-ahead log in the backup, for PostgreSQL's `archive_command`: whole
 * and on the disk before it succeeds. A file that is there already must have the same bytes.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeOnce } from '@rafaga/storage';
import { Failure } from '../terminal/failure.js';
import { cannot } from '../terminal/systemProblem.js';
import type { Repository } from './repository.js';

/** A segment, the rest of one at a promotion, a label of a base backup, or a history. */
const NAME = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

/** @param file as PostgreSQL names it: relative to its folder, where it runs the command */
export async function archiveWal(repository: Repository, file: string): Promise<void> {
  const name = path.basename(file);
  if (!NAME.test(name)) throw new Failure(`${name} no es un archivo del registro de PostgreSQL.`);
  // PostgreSQL repeats it: a disk that is not mounted must not look like a new backup
  if (!existsSync(repository.wal))
    throw new Failure(
      `${repository.root} no es la carpeta de un respaldo: ¿está montado su disco? Si es nueva, ` +
        'haz antes rafaga respaldo crear.',
    );
  const content = await readFile(file).catch(cannot('leer', file));
  await removeDrafts(repository, name);
  const target = path.join(repository.wal, name);
  if (!(await writeOnce(target, content, 0o600))) await needSame(target, content);
}

/** Of a copy that was interrupted. PostgreSQL archives one file at a time. */
async function removeDrafts({ wal }: Repository, name: string): Promise<void> {
  for (const each of await readdir(wal))
    if (each.startsWith(`.${name}.`)) await rm(path.join(wal, each), { force: true });
}

/** The server repeats a file when it did not learn that the command had ended. */
async function needSame(target: string, content: Buffer): Promise<void> {
  if (!(await readFile(target)).equals(content))
    throw new Failure(
      `${target} ya está y tiene otro contenido: ¿guardan dos servidores en la misma carpeta?`,
    );
}
