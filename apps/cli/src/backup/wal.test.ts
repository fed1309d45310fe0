/** The received log is followed over promotions, and nothing is good that cannot be restored. */
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { dataOf, type Repository, repositoryIn } from './repository.js';
import { logAfter } from './wal.js';

const MEGABYTE = 1024 * 1024;
const segment = (timeline: number, number: number) => {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(timeline)}${hex(0)}${hex(number)}`;
};

/** A base backup that begins in the second segment of the first timeline. */
function backupWith(...names: string[]): Repository {
  const repository = repositoryIn(mkdtempSync(path.join(tmpdir(), 'rafaga-wal-')));
  const data = dataOf(repository, 'a');
  for (const folder of [path.join(data, 'pg_wal'), repository.wal])
    mkdirSync(folder, { recursive: true });
  const first = segment(1, 2);
  writeFileSync(path.join(data, 'backup_label'), `START WAL LOCATION: 0/200028 (file ${first})\n`);
  for (const file of [
    path.join(data, 'pg_wal', first),
    ...names.map((name) => path.join(repository.wal, name)),
  ]) {
    writeFileSync(file, '');
    truncateSync(file, MEGABYTE);
  }
  return repository;
}

test('a gap before or after a promotion is named', async () => {
  const repository = backupWith(
    segment(1, 3),
    `${segment(1, 4)}.partial`,
    segment(2, 4),
    `${segment(2, 6)}.partial`,
  );
  writeFileSync(
    path.join(repository.wal, '00000002.history'),
    '1\t0/480000\tno recovery target specified\n',
  );
  expect(await logAfter(repository, 'a')).toEqual({ segments: 4, missing: [segment(2, 5)] });
});

test('a log that does not continue the base backup is a failure', async () => {
  const repository = backupWith(segment(2, 3));
  await expect(logAfter(repository, 'a')).rejects.toThrow('cambia de línea');
});

test('a log that ends before the base backup is a failure', async () => {
  const repository = backupWith(segment(1, 1));
  writeFileSync(
    path.join(dataOf(repository, 'a'), 'backup_label'),
    `START WAL LOCATION: 0/900028 (file ${segment(1, 9)})\n`,
  );
  await expect(logAfter(repository, 'a')).rejects.toThrow('no hay registro');
});
