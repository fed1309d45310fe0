/** Tests the shares of the authority's answers that a page shows. */
import { expect, test } from '@jest/globals';
import { answerShares, percent } from './answerShares.js';

const AT = new Date('2026-11-27T10:00:00Z');
const line = (step: string, count: number, code: string | null = null) => ({
  authority: 'beta',
  code,
  p50: null,
  p95: null,
  last: AT,
  step,
  count,
});

test('a rejection counts as answered and not as accepted', () => {
  expect(answerShares([line('rejected', 40), line('accepted', 2), line('waiting', 3)])).toEqual({
    exchanges: 45,
    answered: 42,
    accepted: 2,
    rejected: 40,
    last: AT,
  });
});

test('a review counts as answered when the authority gave a code', () => {
  expect(answerShares([line('review', 2, '0306'), line('review', 3)])).toMatchObject({
    exchanges: 5,
    answered: 2,
  });
  expect(answerShares([line('review', 3), line('waiting', 1)]).last).toBeNull();
});

test('only all is 100 %, and only none is 0 %', () => {
  expect([percent(999, 1_000), percent(1, 1_000), percent(5, 5), percent(0, 5)]).toEqual([
    99, 1, 100, 0,
  ]);
  expect(percent(0, 0)).toBe(0);
});
