/** Calls and failures are counted by name for one minute, within a bound of names. */
import { expect, test } from '@jest/globals';
import { createMinuteCounts } from './minuteCounts.js';

test('failures are counted by name, for a minute from the first failure', () => {
  let now = 0;
  const failures = createMinuteCounts(() => now);
  failures.add('a');
  now = 20_000;
  failures.add('a');
  failures.add('b');
  expect([failures.count('a'), failures.count('b'), failures.count('c')]).toEqual([2, 1, 0]);
  expect(failures.resetMs('a')).toBe(40_000);
  now = 60_000;
  expect([failures.count('a'), failures.count('b'), failures.resetMs('a')]).toEqual([0, 1, 0]);
});

test('a flood of names evicts the oldest and never exceeds the bound', () => {
  const failures = createMinuteCounts(() => 0, 100);
  for (let i = 0; i < 1_000; i++) failures.add(`name ${i}`);
  expect(failures.count('name 899')).toBe(0);
  expect(failures.count('name 900')).toBe(1);
});
