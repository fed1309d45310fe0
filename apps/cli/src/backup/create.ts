/** Makes a base backup and the copy of the files, and checks both before it counts as one. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileCount } from '../terminal/amounts.js';
import { Failure } from '../terminal/failure.js';
import { type Checked, checkFiles } from '../verification/checkFiles.js';
import { folderBytes, makeOwnFolder } from './folders.js';
import { libpqEnv } from './libpq.js';
import { findProgram, runProgram, serverAccount } from './programs.js';
import {
  type BaseBackup,
  finishDraft,
  keepDraft,
  makeFiles,
  makeRepository,
  type Repository,
  removeOldDrafts,
  takeDraft,
} from './repository.js';
import { programFor, type Source } from './source.js';
import { failIfStopped, stopSignal, unlessStopped } from './stop.js';

export async function createBackup(repository: Repository, source: Source): Promise<BaseBackup> {
  // before the hours that the copy may take, and before a folder is made in vain
  await verifierFor(source.version);
  makeRepository(repository);
  await removeOldDrafts(repository);
  // from here on a signal ends the command in order
  failIfStopped();
  const { id, begun, draft } = takeDraft(repository, new Date());
  const kept = keepDraft(draft);
  try {
    makeOwnFolder(draft);
    const data = path.join(draft, 'data');
    await copyDatabase(source, data, id);
    await verifyData(data, source.version);
    const bytes = await folderBytes(data);
    const copied = await copyAndCheckFiles(repository, source);
    const { pathname, username } = new URL(source.url);
    const backup: BaseBackup = {
      id,
      begun: begun.toISOString(),
      finished: new Date().toISOString(),
      version: source.version,
      bytes,
      ...copied,
      database: decodeURIComponent(pathname.slice(1)),
      user: decodeURIComponent(username),
    };
    await finishDraft(repository, draft, backup);
    return backup;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    clearInterval(kept);
  }
}

/** With the write-ahead log that it needs, so that it can be restored without any other. */
async function copyDatabase({ url, version }: Source, data: string, id: string): Promise<void> {
  const program = await programFor('pg_basebackup', version);
  const args = ['--checkpoint=fast', '--wal-method=stream', '--manifest-checksums=SHA256'];
  await runProgram(program, [...args, '--no-password', `--label=rafaga ${id}`, '--pgdata', data], {
    ...serverAccount(),
    env: libpqEnv(url),
    cwd: path.dirname(data),
  });
}

/** Compares each file of a base backup with its manifest, and reads its write-ahead log. */
export async function verifyData(data: string, version: number): Promise<void> {
  await runProgram(await verifierFor(version), ['--quiet', data], { cwd: path.dirname(data) });
}

/** Of exactly its version: another one does not read its write-ahead log. */
const verifierFor = (version: number): Promise<string> =>
  findProgram('pg_verifybackup', (major) => major === version, String(version));

/**
 * After the database, so that the copy has every file that the backup names. One that the store
 * lost before fails no backup: the others would have none any more.
 */
async function copyAndCheckFiles(
  repository: Repository,
  { db, filesDir }: Source,
): Promise<Pick<BaseBackup, 'files' | 'lost'>> {
  if (filesDir === undefined) return { files: null };
  const [{ EVERY_BUSINESS }, { createFolderStore, mirrorFolder, repairCopy }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/storage'),
  ]);
  makeFiles(repository);
  const original = createFolderStore(filesDir);
  const copy = async () => {
    await mirrorFolder(filesDir, repository.files, stopSignal());
    const store = createFolderStore(repository.files);
    return unlessStopped(checkFiles(db, store, EVERY_BUSINESS, { original }));
  };
  const first = await copy();
  if (first.wrong.length === 0) return contentOf(first);
  const names = first.wrong.map(({ archivo }) => archivo);
  await repairCopy(filesDir, repository.files, names);
  const again = await copy();
  const before = new Set(names);
  // others were stored after the copy
  const wrong = again.wrong.filter(({ archivo }) => before.has(archivo));
  if (wrong.length > 0)
    throw new Failure(
      `La copia no está completa: en ella no están o cambiaron ${fileCount(wrong.length)} ` +
        `(${wrong[0]?.archivo}), y los originales están bien. Mira su disco.`,
      { mal: wrong },
    );
  return contentOf(again);
}

const contentOf = ({ count, bytes, lost = [] }: Checked) => ({ files: { count, bytes }, lost });
