/** The documents that a business issued lately are counted without a window. */
import { expect, test } from '@jest/globals';
import { createRecentDocuments } from './recentDocuments.js';

test('a document counts a third after fifteen seconds, and each business has a count', () => {
  let now = 0;
  const recent = createRecentDocuments(() => now);
  expect([recent.add(1), recent.add(1), recent.add(2)]).toEqual([1, 2, 1]);
  now = 15_000;
  expect(recent.add(1)).toBeCloseTo(2 / Math.E + 1);
});

test('two documents a second are few, three are many, and neither begins anew', () => {
  let now = 0;
  const recent = createRecentDocuments(() => now);
  const counts = Array.from({ length: 600 }, () => {
    now += 500;
    return recent.add(1);
  });
  expect(recent.issuesMany(1)).toBe(false);
  expect(Math.max(...counts)).toBeCloseTo(30.5, 1);
  expect(Math.min(...counts.slice(200))).toBeGreaterThan(30);
  for (let i = 0; i < 100; i++) {
    now += 333;
    recent.add(1);
  }
  expect(recent.issuesMany(1)).toBe(true);
});

test('a burst is forgotten after a pause of minutes', () => {
  let now = 0;
  const recent = createRecentDocuments(() => now);
  for (let i = 0; i < 20_000; i++) recent.add(1);
  now = 60_000;
  expect([recent.issuesMany(1), recent.issuesMany(2)]).toEqual([true, false]);
  now = 120_000;
  expect(recent.issuesMany(1)).toBe(false);
});

test('a business that issues few is active for a second after its last document', () => {
  let now = 0;
  const recent = createRecentDocuments(() => now);
  expect(recent.fewAreActive()).toBe(false);
  for (let i = 0; i < 40; i++) recent.add(1);
  now = 1_000;
  for (let i = 0; i < 40; i++) recent.add(1);
  expect(recent.fewAreActive()).toBe(false);
  recent.add(2);
  recent.add(1);
  now = 1_999;
  expect(recent.fewAreActive()).toBe(true);
  now = 2_000;
  expect(recent.fewAreActive()).toBe(false);
});
