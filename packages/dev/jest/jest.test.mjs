/** Tests what a run of Jest came to, and which files of a checkout it reads. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { root } from '../../processes/places.mjs';
import { countsOf } from './jest.mjs';

test('what could not be run counts as failed, and what was left out is counted', () => {
  const tests = { numPassedTests: 2, numFailedTests: 3, numPendingTests: 1, numTodoTests: 1 };
  const counts = countsOf({ ...tests, numRuntimeErrorTestSuites: 1 });
  expect(counts).toEqual({ passed: 2, failed: 4, skipped: 2 });
});

test('a run that ended before its end is a failure', () => {
  expect(countsOf(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('in every folder the sources are read, and what is built is not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-jest-'));
  const checkout = path.join(folder, 'dist', 'c++');
  const file = path.join(checkout, 'test', 'jest.config.mjs');
  cpSync(path.join(root, 'test', 'jest.config.mjs'), file);
  const { modulePathIgnorePatterns } = (await import(pathToFileURL(file).href)).default;
  // as Jest does it
  const ignored = new RegExp(modulePathIgnorePatterns.join('|').replaceAll('<rootDir>', checkout));
  const read = ['src/main.ts', 'dist/main.js', 'bundle/dist/main.js'].map(
    (name) => !ignored.test(path.join(checkout, 'apps', 'api', name)),
  );
  expect(read).toEqual([true, false, false]);
  rmSync(folder, { recursive: true });
});
