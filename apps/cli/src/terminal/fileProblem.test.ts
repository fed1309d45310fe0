/** Only what is wrong with a file itself is told as its problem. */
import { expect, test } from '@jest/globals';
import { FileDamaged, FileMissing } from '@rafaga/storage';
import { fileProblem } from './fileProblem.js';

test.each([
  [new FileMissing('a.xml'), 'no está'],
  [new FileDamaged('a.xml'), 'sus bytes cambiaron'],
  [new Error('connect ECONNREFUSED'), undefined],
])('%s is told as %j', async (error, problem) => {
  expect(await fileProblem(error)).toBe(problem);
});
