/** Tests the start of a PostgreSQL on what an earlier run left. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { supervised } from '../processes/supervisor.mjs';
import { setOrphanAside, startPostgres } from './postgres.mjs';

let folder;
let home;
let cluster;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-orphan-'));
  home = path.join(folder, 'home');
  cluster = path.join(folder, 'cluster');
  for (const place of [home, cluster]) mkdirSync(place);
  // PostgreSQL runs as a user without rights
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the database of a deleted home is renamed, and nothing in it is lost', () => {
  writeFileSync(path.join(cluster, 'password'), 'x');
  setOrphanAside(home, cluster);
  const [aside] = readdirSync(folder).filter((name) => /^cluster\.\d+$/.test(name));
  expect(readdirSync(path.join(folder, aside))).toEqual(['password']);
  expect(existsSync(cluster)).toBe(false);
});

test.each(['secrets.json', 'logs'])('the database of a home with %s stays', (name) => {
  mkdirSync(path.join(home, name));
  setOrphanAside(home, cluster);
  expect(existsSync(cluster)).toBe(true);
});

test('a database inside its home, or none yet, stays', () => {
  const inside = path.join(home, 'postgres');
  mkdirSync(inside);
  for (const place of [inside, path.join(folder, 'none')]) setOrphanAside(home, place);
  expect([readdirSync(folder), readdirSync(home)]).toEqual([['cluster', 'home'], ['postgres']]);
});

test('a server starts when its lock has the number of another program', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)']);
  const lock = path.join(home, 'postgres', 'data', 'postmaster.pid');
  await supervised(home, async () => {
    await startPostgres(home);
    const [, ...lines] = readFileSync(lock, 'utf8').split('\n');
    writeFileSync(`${lock}.copy`, [other.pid, ...lines].join('\n'));
  });
  writeFileSync(lock, readFileSync(`${lock}.copy`));
  await supervised(home, async () => {
    expect(await startPostgres(home)).toMatch(/^postgresql:/);
    expect(readFileSync(lock, 'utf8')).not.toMatch(new RegExp(`^${other.pid}\n`));
    // PostgreSQL knows one that still runs without its lock
    await expect(startPostgres(home)).rejects.toThrow('shared memory block');
  });
  other.kill();
});
