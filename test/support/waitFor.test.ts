import { expect, test } from '@jest/globals';
import { waitFor } from './waitFor.js';

test('what the probe finds is given back, as soon as it finds something', async () => {
  const answers = [undefined, null, false, 0];
  expect(await waitFor('a number', () => answers.shift(), { everyMs: 1 })).toBe(0);
  expect(answers).toEqual([]);
});

test('a state that never comes ends in an error that names it', async () => {
  await expect(waitFor('the third boleta', () => false, { withinMs: 5 })).rejects.toThrow(
    'waited 5 ms in vain: the third boleta',
  );
});

test('an error of the probe is the error of the wait', async () => {
  await expect(waitFor('nothing', () => Promise.reject(new Error('no table')))).rejects.toThrow(
    'no table',
  );
});
