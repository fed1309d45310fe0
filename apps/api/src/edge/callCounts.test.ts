/** Calls are counted by credential, address and hour; many addresses share a count. */
import { expect, test } from '@jest/globals';
import { createCallCounts } from './callCounts.js';
import type { Caller } from './callers.js';

const owner = { id: 7, business: { id: 3 } } as Caller;
const AT = new Date('2026-11-22T15:20:00Z');
const hour = new Date('2026-11-22T15:00:00Z');

test('calls of an hour are added up, and taken once', () => {
  const counts = createCallCounts();
  for (let i = 0; i < 3_000; i++) counts.add('unproven', owner, '203.0.113.7', AT);
  counts.add('overLimit', owner, '203.0.113.7', AT);
  const same = { businessId: 3, credentialId: 7, hour, address: '203.0.113.7', lastAt: AT };
  expect(counts.take()).toEqual([{ ...same, unproven: 3_000, overLimit: 1 }]);
  expect(counts.take()).toEqual([]);
});

test('beyond twenty addresses of a credential in an hour the rest share one count', () => {
  const counts = createCallCounts();
  for (let i = 0; i < 500; i++) counts.add('unproven', owner, `203.0.113.${i}`, AT);
  const taken = counts.take();
  expect(taken).toHaveLength(21);
  expect(taken.at(-1)).toMatchObject({ address: '', unproven: 480 });
  counts.add('unproven', owner, '203.0.113.5', AT);
  counts.add('unproven', owner, '203.0.113.400', AT);
  expect(counts.take().map(({ address }) => address)).toEqual(['203.0.113.5', '']);
});
