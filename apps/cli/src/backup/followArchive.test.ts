/** The files count as complete only when all of them were copied. */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createDb, walPosition } from '@rafaga/db';
import { followArchive } from './followArchive.js';
import { readComplete, repositoryIn } from './repository.js';

const db = createDb(process.env.DATABASE_URL as string, { max: 1 });
afterAll(() => db.close());

test('a copy that is stopped midway is not complete', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-archive-'));
  const filesDir = path.join(root, 'files');
  mkdirSync(filesDir);
  for (const name of ['a', 'b']) writeFileSync(path.join(filesDir, name), name);
  const repository = repositoryIn(path.join(root, 'backup'));
  const { segment } = await walPosition(db);
  mkdirSync(repository.wal, { recursive: true });
  writeFileSync(path.join(repository.wal, segment), '');

  const stop = new AbortController();
  // the second question comes before the second file
  let asked = 0;
  const signal = new Proxy(stop.signal, {
    get(target, property) {
      if (property === 'aborted' && ++asked > 2) stop.abort();
      return Reflect.get(target, property, target);
    },
  });
  const source = { db, url: '', version: 0, filesDir };
  await followArchive(repository, source, { everyMs: 1, signal, onRound() {} });
  expect(readdirSync(repository.files)).toHaveLength(1);
  expect(readComplete(repository)).toBeUndefined();
});
