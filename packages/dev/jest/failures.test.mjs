/** Tests that the last lines of a run tell which tests failed, and why. */
import { expect, test } from '@jest/globals';
import { failureLines } from './failures.mjs';

const nameOf = (file) => file.replace('/root/', '');
const failed = (fullName, message) => ({
  ...{ status: 'failed', fullName },
  failureMessages: [`Error: \x1b[31m${message}\x1b[39m\n\n    at Object.<anonymous> (a.ts:1:2)`],
});
const passed = { status: 'passed', fullName: 'fits', failureMessages: [] };

test('each failed test of a file is named, and an equal reason only once', () => {
  const testResults = [
    failed('a', 'no answer'),
    passed,
    failed('b', 'no answer'),
    failed('c', 'x'),
  ];
  const file = { testFilePath: '/root/test/a.test.ts', failureMessage: 'some', testResults };
  const good = {
    testFilePath: '/root/test/b.test.ts',
    failureMessage: null,
    testResults: [passed],
  };
  expect(failureLines([good, file], nameOf)).toEqual([
    'FAIL test/a.test.ts',
    '  a: Error: no answer',
    '  b',
    '  c: Error: x',
  ]);
});

test('a file that could not be run is named with its reason', () => {
  const file = {
    testFilePath: '/root/a.test.ts',
    failureMessage: '  ● Test suite failed to run\n\n    Cannot find module\n\n      at x (y)',
    testResults: [],
  };
  expect(failureLines([file], nameOf)).toEqual([
    'FAIL a.test.ts: ● Test suite failed to run Cannot find module',
  ]);
});

test('many failures leave place for the line that counts them', () => {
  const testResults = Array.from({ length: 100 }, (_, n) => failed(`test ${n}`, `reason ${n}`));
  const file = { testFilePath: '/root/a.test.ts', failureMessage: 'some', testResults };
  const lines = failureLines([file], nameOf);
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toBe('… y 41 líneas más');
});
