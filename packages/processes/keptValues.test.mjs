/** Tests that a home makes its values once, and leaves those of the environment to it. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keptValues } from './keptValues.mjs';

const NAMES = ['RAFAGA_TEST_ONE', 'RAFAGA_TEST_TWO'];
let folder;
let file;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-kept-'));
  file = path.join(folder, 'home', 'values.json');
});
afterEach(() => {
  delete process.env.RAFAGA_TEST_ONE_FILE;
  rmSync(folder, { recursive: true });
});

/** Other values at each call. */
let made = 0;
const kept = () =>
  keptValues(file, NAMES, () =>
    Object.fromEntries(NAMES.map((name) => [name, `${name}${++made}`])),
  );

test('values are made once and kept for their owner alone', () => {
  const first = kept();
  expect(Object.keys(first)).toEqual(NAMES);
  expect(kept()).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a value of the environment, or of its file, is left to the environment', () => {
  process.env.RAFAGA_TEST_ONE_FILE = '/run/secrets/one';
  expect(Object.keys(kept())).toEqual(['RAFAGA_TEST_TWO']);
});

test('what makes them is told which the file or the environment has', () => {
  kept();
  writeFileSync(file, '{"RAFAGA_TEST_TWO":"two"}');
  process.env.RAFAGA_TEST_ONE_FILE = '/run/secrets/one';
  keptValues(file, NAMES, (has) => {
    expect([...NAMES, 'RAFAGA_TEST_THREE'].map(has)).toEqual([true, true, false]);
    return {};
  });
});
