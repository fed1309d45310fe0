/** Only the database of a deleted home is set aside. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setOrphanAside } from './orphanCluster.mjs';

let folder;
let home;
let cluster;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-orphan-'));
  home = path.join(folder, 'home');
  cluster = path.join(folder, 'cluster');
  for (const place of [home, cluster]) mkdirSync(place);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the database of a deleted home is renamed, and nothing in it is lost', () => {
  writeFileSync(path.join(cluster, 'password'), 'x');
  const aside = setOrphanAside(home, cluster);
  expect(existsSync(path.join(aside, 'password'))).toBe(true);
  expect(existsSync(cluster)).toBe(false);
});

test.each(['secrets.json', 'database-roles.json', 'env.json'])(
  'the database of a home with %s stays',
  (name) => {
    writeFileSync(path.join(home, name), '{}');
    expect(setOrphanAside(home, cluster)).toBeUndefined();
    expect(existsSync(cluster)).toBe(true);
  },
);

test('a database inside its home, or none yet, stays', () => {
  const inside = path.join(home, 'postgres');
  mkdirSync(inside);
  expect(setOrphanAside(home, inside)).toBeUndefined();
  expect(setOrphanAside(home, path.join(folder, 'none'))).toBeUndefined();
});
