/** A backup that is made, removed or described in part is never taken for a whole one. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { prune } from './prune.js';
import {
  type BaseBackup,
  chooseBackup,
  damagedBackups,
  dataOf,
  finishDraft,
  keepDraft,
  listBackups,
  type Repository,
  readComplete,
  removeBackup,
  removeOldDrafts,
  repositoryIn,
  takeDraft,
  writeComplete,
} from './repository.js';
import { restore } from './restoreCommands.js';

const NOW = new Date('2026-11-22T22:05:00.500Z');

function aRepository(): Repository {
  const repository = repositoryIn(mkdtempSync(path.join(tmpdir(), 'rafaga-respaldo-')));
  for (const folder of [repository.bases, repository.wal]) mkdirSync(folder);
  return repository;
}

/** @returns its id */
async function aBackup(repository: Repository): Promise<string> {
  const { id, begun, draft } = takeDraft(repository, NOW);
  mkdirSync(path.join(draft, 'data'));
  const described: Partial<BaseBackup> = { id, finished: begun.toISOString() };
  await finishDraft(repository, draft, described as BaseBackup);
  return id;
}

test('backups that begin in the same second have a folder each', async () => {
  const repository = aRepository();
  const first = takeDraft(repository, NOW);
  const second = takeDraft(repository, NOW);
  expect([first.id, second.id]).toEqual(['20261122T220500Z', '20261122T220501Z']);
  await finishDraft(repository, first.draft, { id: first.id } as BaseBackup);
  expect(takeDraft(repository, NOW).id).toBe('20261122T220502Z');
  expect(readdirSync(repository.bases)).toHaveLength(3);
});

test('of the drafts only one that nothing has marked for a day is removed', async () => {
  const repository = aRepository();
  const [underWay, left] = [takeDraft(repository, NOW), takeDraft(repository, NOW)];
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const { draft } of [underWay, left]) utimesSync(draft, twoDaysAgo, twoDaysAgo);
  const kept = keepDraft(underWay.draft, 1);
  await waitFor('a mark', () => statSync(underWay.draft).mtimeMs > twoDaysAgo.getTime());
  clearInterval(kept);
  await removeOldDrafts(repository);
  expect(readdirSync(repository.bases)).toEqual([path.basename(underWay.draft)]);
});

test('a backup whose description is damaged or missing hides no other', async () => {
  const repository = aRepository();
  const [damaged, whole] = [await aBackup(repository), await aBackup(repository)];
  truncateSync(path.join(repository.bases, damaged, 'respaldo.json'));
  mkdirSync(path.join(repository.bases, 'other'));
  expect(listBackups(repository).map(({ id }) => id)).toEqual([whole]);
  expect(damagedBackups(repository)).toEqual([damaged, 'other']);
  expect(chooseBackup(repository, {}).id).toBe(whole);
});

test('a damaged note of what was received keeps nothing from a restore', async () => {
  const repository = aRepository();
  const complete = { at: NOW.toISOString(), lsn: '0/1' };
  await writeComplete(repository, complete);
  expect(readComplete(repository)).toEqual(complete);
  truncateSync(path.join(repository.root, 'estado.json'));
  expect(readComplete(repository)).toBeUndefined();
});

test('a backup is removed whole, and its name is free', async () => {
  const repository = aRepository();
  const id = await aBackup(repository);
  await removeBackup(repository, id);
  expect(readdirSync(repository.bases)).toEqual([]);
  await expect(prune(repository, 7)).rejects.toThrow('no hay respaldos');
});

test('a backup that is not found is said in the time of Lima', async () => {
  const repository = aRepository();
  const id = await aBackup(repository);
  const choose = (wanted: Parameters<typeof chooseBackup>[1]) => () =>
    chooseBackup(repository, wanted);
  expect(choose({ id: 'x' })).toThrow('No hay un respaldo x');
  expect(choose({ until: new Date(0) })).toThrow(
    `El respaldo más antiguo, ${id}, terminó después de ese minuto, el 22/11/2026 17:05:00`,
  );
  expect(choose({ id, until: new Date(0) })).toThrow(`El respaldo, ${id}, terminó después`);
});

test('the copy of the files replaces no store that has files', async () => {
  const repository = aRepository();
  const id = await aBackup(repository);
  const [en, archivos] = [path.join(repository.root, 'nueva'), path.join(repository.root, 'store')];
  const flags = { carpeta: repository.root, en, archivos };
  await expect(restore(flags)).rejects.toThrow('no hay archivos');
  mkdirSync(repository.files);
  mkdirSync(archivos);
  writeFileSync(path.join(archivos, 'newer.pack'), '');
  await expect(restore(flags)).rejects.toThrow('puede ser más nuevo');
  expect(readdirSync(repository.root)).not.toContain('nueva');
  expect(readdirSync(dataOf(repository, id))).toEqual([]);
});
