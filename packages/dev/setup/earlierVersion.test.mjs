/** Tests which version is put beside the checkout, in a small repository in its place. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { tools } from '../../processes/places.mjs';
import { run } from '../../processes/run.mjs';
import { earlierVersion } from './earlierVersion.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-earlier-'));
const commits = [];
beforeAll(async () => {
  await git('init', '--quiet');
  const scripts = { generate: 'touch generated', compile: 'touch compiled' };
  const lockfile = "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n";
  await commit({ 'package.json': JSON.stringify({ scripts }), 'pnpm-lock.yaml': lockfile });
  await commit({ 'prisma/migrations/1_first/migration.sql': 'SELECT 1;' });
  await commit({ 'later.txt': 'later' });
  process.env.GIT_DIR = path.join(folder, '.git');
});
afterAll(() => {
  delete process.env.GIT_DIR;
  for (const name of [folder, ...commits.map(placeOf)])
    rmSync(name, { recursive: true, force: true });
});

const placeOf = (hash) => path.join(tools, 'versions', hash);
const git = async (...words) =>
  (await run('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], { cwd: folder }))
    .stdout;

async function commit(files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'x');
  commits.push((await git('rev-parse', '--short=12', 'HEAD')).trim());
}

test('it is the one before the newest migration, installed and compiled anew', async () => {
  const [first] = commits;
  const unfinished = `${placeOf(first)}.unfinished`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'rest.txt'), 'of a run that was interrupted');
  expect(await earlierVersion()).toBe(placeOf(first));
  const has = (name) => existsSync(path.join(placeOf(first), name));
  expect(['generated', 'compiled', 'prisma', 'rest.txt'].map(has)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(existsSync(unfinished)).toBe(false);
});

test('a named one that is there already is taken as it is', async () => {
  const [, , last] = commits;
  mkdirSync(placeOf(last));
  expect(await earlierVersion('HEAD')).toBe(placeOf(last));
  expect(existsSync(path.join(placeOf(last), 'compiled'))).toBe(false);
});

test('a name that git does not know is refused', async () => {
  await expect(earlierVersion('v0')).rejects.toThrow('No hay ninguna versión «v0»');
});
