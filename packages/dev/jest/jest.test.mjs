/** Tests what a run of Jest came to. */
import { expect, test } from '@jest/globals';
import { countsOf } from './jest.mjs';

test('what could not be run counts as failed, and what was left out is counted', () => {
  const tests = { numPassedTests: 2, numFailedTests: 3, numPendingTests: 1, numTodoTests: 1 };
  const counts = countsOf({ ...tests, numRuntimeErrorTestSuites: 1 });
  expect(counts).toEqual({ passed: 2, failed: 4, skipped: 2 });
});

test('a run that ended before its end is a failure', () => {
  expect(countsOf(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
