/**
 * The folder of a backup: base backups in `bases`, the write-ahead log in `wal`, the copy of the
 * file store in `archivos`, and in `estado.json` until when both are complete.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
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
  for (const folder of [bases, wal]) makePrivate(folder);
}

/** Makes the folder of the files, which no other account of the machine may read. */
export function makeFiles({ files }: Repository): void {
  mkdirSync(files, { recursive: true, mode: PRIVATE });
  makePrivate(files);
}

/** A disk without modes has them from its mount. */
function makePrivate(folder: string): void {
  try {
    chmodSync(folder, PRIVATE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

const PRIVATE = 0o700;

/** The id of a backup is the time at which it began: the ids sort by age. */
export const idOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

const DAY_MS = 86_400_000;

/** Those of a crash or of a stop by force, which would fill the disk. */
export async function removeOldDrafts({ bases }: Repository): Promise<void> {
  const old = `.${idOf(new Date(Date.now() - DAY_MS))}`;
  const drafts = existsSync(bases) ? readdirSync(bases) : [];
  for (const name of drafts)
    if (/^\.\d{8}T\d{6}Z$/.test(name) && name < old)
      await rm(path.join(bases, name), { recursive: true, force: true });
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
