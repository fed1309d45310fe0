/** The marks of a chart's axis. */
import { expect, test } from '@jest/globals';
import { axisMarks } from './axis.js';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [1_234, [0, 500, 1_000, 1_500]],
])('%d fits below the last of a few round marks', (most, marks) => {
  expect(axisMarks(most)).toEqual(marks);
});
