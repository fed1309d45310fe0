/** Tests that the last lines of a run tell which tests failed, and why. */
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../settings/places.mjs';
import { summaryOf } from './jest.mjs';

const failed = (fullName, message) => ({
  ...{ status: 'failed', fullName },
  failureMessages: [`Error: \x1b[31m${message}\x1b[39m\n\n    at Object.<anonymous> (a.ts:1:2)`],
});
const passed = { status: 'passed', fullName: 'fits', failureMessages: [] };

/** The summary of a run of these files. */
function runOf(...files) {
  const testResults = files.map(([name, message, assertionResults]) => ({
    ...{ name: path.join(root, name), message, assertionResults },
  }));
  const counts = { numPassedTests: 2, numFailedTests: 3, numRuntimeErrorTestSuites: 1 };
  return summaryOf({ ...counts, numPendingTests: 1, numTodoTests: 0, testResults });
}

test('what could not be run counts as failed, and what was left out is counted', () => {
  expect(runOf()).toEqual({ passed: 2, failed: 4, skipped: 1, failures: [] });
});

test('each failed test of a file is named, and an equal reason only once', () => {
  const tests = [failed('a', 'no answer'), passed, failed('b', 'no answer'), failed('c', 'x')];
  const files = [
    ['test/b.test.ts', '', [passed]],
    ['test/a.test.ts', 'some', tests],
  ];
  expect(runOf(...files).failures).toEqual([
    'FAIL test/a.test.ts',
    '  a: Error: no answer',
    '  b',
    '  c: Error: x',
  ]);
});

test('a file that could not be run is named with its reason', () => {
  const message = '  ● Test suite failed to run\n\n    Cannot find module\n\n      at x (y)';
  expect(runOf(['a.test.ts', message, []]).failures).toEqual([
    'FAIL a.test.ts: ● Test suite failed to run Cannot find module',
  ]);
});

test('many failures leave place for the line that counts them', () => {
  const tests = Array.from({ length: 100 }, (_, n) => failed(`test ${n}`, `reason ${n}`));
  const { failures } = runOf(['a.test.ts', 'some', tests]);
  expect(failures).toHaveLength(61);
  expect(failures.at(-1)).toBe('… y 41 líneas más');
});
