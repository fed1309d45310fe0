/** A file of the write-ahead log is stored once, whole, and no other takes its name. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { archiveWal } from './archiveWal.js';
import { repositoryIn } from './repository.js';

const SEGMENT = '000000010000000000000007';

function aRepository() {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-wal-'));
  const repository = repositoryIn(path.join(root, 'backup'));
  mkdirSync(repository.wal, { recursive: true });
  const segment = path.join(root, SEGMENT);
  writeFileSync(segment, 'first');
  return { repository, segment, target: path.join(repository.wal, SEGMENT) };
}

test('a file is readable by its owner alone; drafts of an interrupted copy go', async () => {
  const { repository, segment, target } = aRepository();
  writeFileSync(path.join(repository.wal, `.${SEGMENT}.4711`), 'fir');
  await archiveWal(repository, segment);
  expect(readdirSync(repository.wal)).toEqual([SEGMENT]);
  expect([readFileSync(target, 'utf8'), statSync(target).mode & 0o777]).toEqual(['first', 0o600]);
});

test('the same bytes may come again; other bytes under the name are an error', async () => {
  const { repository, segment, target } = aRepository();
  await archiveWal(repository, segment);
  await archiveWal(repository, segment);
  writeFileSync(segment, 'other');
  await expect(archiveWal(repository, segment)).rejects.toThrow('tiene otro contenido');
  expect(readFileSync(target, 'utf8')).toBe('first');
  expect(readdirSync(repository.wal)).toEqual([SEGMENT]);
});
