/** Tests the polling of waitFor. */
import { expect, test } from '@jest/globals';
import { waitFor } from './waitFor.js';

test('the first value other than false, null and undefined is returned', async () => {
  const answers = [undefined, null, false, 0];
  expect(await waitFor('a number', () => answers.shift(), { everyMs: 1 })).toBe(0);
  expect(answers).toEqual([]);
});

test('after the timeout, the error names the awaited state', async () => {
  await expect(waitFor('the third boleta', () => false, { withinMs: 5 })).rejects.toThrow(
    'waited 5 ms in vain: the third boleta',
  );
});

test('an error of the probe is thrown at once', async () => {
  await expect(waitFor('nothing', () => Promise.reject(new Error('no table')))).rejects.toThrow(
    'no table',
  );
});
