/** Tests the shares of the authority's answers that a page shows. */
import { expect, test } from '@jest/globals';
import { answerShares, percent } from './answerShares.js';

const line = (step: string, count: number) => ({
  authority: 'beta',
  code: null,
  p50: null,
  p95: null,
  last: new Date(),
  step,
  count,
});

test('a rejection counts as answered and not as accepted', () => {
  expect(answerShares([line('rejected', 40), line('accepted', 2), line('waiting', 3)])).toEqual({
    exchanges: 45,
    answered: 42,
    accepted: 2,
    rejected: 40,
  });
});

test('only all is 100 %, and only none is 0 %', () => {
  expect([percent(999, 1_000), percent(1, 1_000), percent(5, 5), percent(0, 5)]).toEqual([
    99, 1, 100, 0,
  ]);
  expect(percent(0, 0)).toBe(0);
});
