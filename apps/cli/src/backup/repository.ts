/**
 * The folder of a backup: base backups in `bases`, the write-ahead log in `wal`, the copy of the
 * file store in `archivos`, and in `estado.json` until when both are complete.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@rafaga/storage';
import { dateTime } from '../terminal/dates.js';
import { Failure, Misuse } from '../terminal/failure.js';
import type { WrongFile } from '../verification/checkFiles.js';
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
  /** Those of them that were sound neither in the store nor in the copy; earlier versions: none. */
  lost?: readonly WrongFile[];
}

/** Until when a restore would lack nothing. */
export interface Complete {
  /** The server's clock when the position was read. */
  at: string;
  lsn: string;
}

export function repositoryIn(folder: string | undefined): Repository {
  if (!folder)
    throw new Misuse([
      { at: '--carpeta', text: 'falta: dónde está el respaldo (o la variable RAFAGA_BACKUP_DIR).' },
    ]);
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
/** Resolves when the content is on the disk. */
const FLUSHED = { flush: true };

/** The id of a backup is the time at which it began: the ids sort by age. */
const idOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Those of a crash or of a stop by force, which would fill the disk. A backup may take longer than
 * a day: it marks its own.
 */
export async function removeOldDrafts({ bases }: Repository): Promise<void> {
  const old = Date.now() - DAY_MS;
  const drafts = (existsSync(bases) ? readdirSync(bases) : [])
    .filter((name) => /^\.\d{8}T\d{6}Z$/.test(name))
    .map((name) => path.join(bases, name));
  // undefined when it was finished or removed meanwhile
  for (const draft of drafts)
    if ((statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? old) < old)
      await rm(draft, { recursive: true, force: true });
}

/** Marks a draft as under way until the timer is cleared. */
export const keepDraft = (draft: string, everyMs = HOUR_MS): NodeJS.Timeout =>
  setInterval(() => {
    const now = new Date();
    utimes(draft, now, now).catch(() => undefined);
  }, everyMs).unref();

/**
 * Makes the folder in which a base backup is made, at a time that no other has: two that begin in
 * one second, perhaps on two machines, would write into one folder.
 */
export function takeDraft(
  { bases }: Repository,
  now: Date,
): { id: string; begun: Date; draft: string } {
  for (let begun = now; ; begun = new Date(begun.getTime() + 1_000)) {
    const id = idOf(begun);
    const draft = path.join(bases, `.${id}`);
    if (!madeFolder(draft)) continue;
    if (existsSync(path.join(bases, id))) rmdirSync(draft);
    else return { id, begun, draft };
  }
}

/** False when it is there already. */
function madeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: PRIVATE });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** What `draft` has becomes a base backup, which a power cut leaves whole. */
export async function finishDraft(
  { bases }: Repository,
  draft: string,
  backup: BaseBackup,
): Promise<void> {
  await writeFile(path.join(draft, ABOUT), JSON.stringify(backup, null, 2), FLUSHED);
  await syncFolder(draft);
  await rename(draft, path.join(bases, backup.id));
  await syncFolder(bases);
}

/** Removes a base backup. A killed removal leaves a draft, and never a part of a backup. */
export async function removeBackup({ bases }: Repository, id: string): Promise<void> {
  const draft = path.join(bases, `.${id}`);
  await rename(path.join(bases, id), draft);
  await rm(draft, { recursive: true });
}

const ABOUT = 'respaldo.json';

export const dataOf = ({ bases }: Repository, id: string): string => path.join(bases, id, 'data');

/** The finished base backups, the oldest first. */
export const listBackups = (repository: Repository): BaseBackup[] =>
  foundIn(repository).flatMap(({ backup }) => backup ?? []);

/** The names of folders that tell nothing of the base backup that they should have. */
export const damagedBackups = (repository: Repository): string[] =>
  foundIn(repository).flatMap(({ name, backup }) => (backup ? [] : [name]));

function foundIn({ bases }: Repository): { name: string; backup: BaseBackup | undefined }[] {
  const names = existsSync(bases) ? readdirSync(bases).sort() : [];
  // a draft begins with a dot
  return names
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name, backup: readJson<BaseBackup>(path.join(bases, name, ABOUT)) }));
}

/** Undefined when it is missing or damaged: one bad file keeps no other from a restore. */
function readJson<T extends object>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
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
  throw new Failure(notFound(repository, all, id));
}

export const noBackups = ({ root }: Repository): string =>
  `En ${root} no hay respaldos: haz uno con rafaga respaldo crear.`;

function notFound(repository: Repository, all: readonly BaseBackup[], id: string | undefined) {
  const named = id === undefined ? all[0] : all.find((each) => each.id === id);
  if (all.length === 0) return noBackups(repository);
  if (!named) return `No hay un respaldo ${id}. Míralos con: rafaga respaldo listar`;
  return (
    `${id === undefined ? 'El respaldo más antiguo' : 'El respaldo'}, ${named.id}, terminó ` +
    `después de ese minuto, el ${dateTime(new Date(named.finished))} de Lima.`
  );
}

const COMPLETE = 'estado.json';

export async function writeComplete({ root }: Repository, complete: Complete): Promise<void> {
  const draft = path.join(root, `.${COMPLETE}`);
  await writeFile(draft, JSON.stringify(complete), FLUSHED);
  await rename(draft, path.join(root, COMPLETE));
  await syncFolder(root);
}

/** Undefined until `respaldo recibir` has run. */
export const readComplete = ({ root }: Repository): Complete | undefined =>
  readJson(path.join(root, COMPLETE));
