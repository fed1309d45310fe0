/**
 * The folder of a backup: base backups in `bases`, the write-ahead log in `wal`, the copy of the
 * file store in `archivos`, and in `estado.json` until when both are complete.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../terminal/failure.js';
import { makeOwnFolder } from './folders.js';

export interface Repository {
  /** The whole folder. */
  root: string;
  bases: string;
  wal: string;
  files: string;
}

/** What `respaldo.json` says about a base backup. */
export interface BaseBackup {
  id: string;
  begun: string;
  finished: string;
  /** The major version of the server. */
  version: number;
  database: string;
  /** A role that may open a restoration: with which the backup was made. */
  user: string;
  bytes: number;
  /** The files that the database named, each compared with its hash; null: they are in a bucket. */
  files: { count: number; bytes: number } | null;
}

/** Until when a restore would lack nothing. */
export interface Complete {
  /** The server's clock when the position was read. */
  at: string;
  lsn: string;
}

export function repositoryIn(folder: string | undefined): Repository {
  if (!folder)
    throw new Failure('Di dónde está el respaldo: --carpeta, o la variable RAFAGA_BACKUP_DIR.');
  const root = path.resolve(folder);
  const inside = (name: string) => path.join(root, name);
  return { root, bases: inside('bases'), wal: inside('wal'), files: inside('archivos') };
}

/** Makes the folders that PostgreSQL's programs write, for the account that runs them. */
export function makeRepository({ root, bases, wal }: Repository): void {
  for (const folder of [root, bases, wal]) makeOwnFolder(folder);
}

export const dataOf = ({ bases }: Repository, id: string): string => path.join(bases, id, 'data');

/** The finished base backups, the oldest first. */
export function listBackups({ bases }: Repository): BaseBackup[] {
  const names = existsSync(bases) ? readdirSync(bases).sort() : [];
  // a draft begins with a dot
  return names
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const file = path.join(bases, name, 'respaldo.json');
      return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as BaseBackup] : [];
    });
}

/** The newest base backup that was finished at a time, or the one with this id. */
export function chooseBackup(
  repository: Repository,
  { id, until }: { id?: string | undefined; until?: Date | undefined },
): BaseBackup {
  const all = listBackups(repository);
  const fitting = all.filter(
    (each) =>
      (id === undefined || each.id === id) &&
      (until === undefined || Date.parse(each.finished) <= until.getTime()),
  );
  const found = fitting.at(-1);
  if (found) return found;
  const oldest = all[0];
  throw new Failure(
    oldest === undefined
      ? `En ${repository.root} no hay respaldos: haz uno con rafaga respaldo crear.`
      : `Ningún respaldo sirve para eso: el más antiguo, ${oldest.id}, terminó a las ` +
          `${oldest.finished}.`,
  );
}

const COMPLETE = 'estado.json';

export async function writeComplete({ root }: Repository, complete: Complete): Promise<void> {
  const draft = path.join(root, `.${COMPLETE}`);
  await writeFile(draft, JSON.stringify(complete));
  await rename(draft, path.join(root, COMPLETE));
}

/** Undefined until `respaldo recibir` has run. */
export function readComplete({ root }: Repository): Complete | undefined {
  const file = path.join(root, COMPLETE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Complete) : undefined;
}
