/** An alert ends only when the facts can tell that its problem has ended. */
import { expect, test } from '@jest/globals';
import type { IssuerFacts, SystemStats } from '@rafaga/db';
import type { HealthFacts } from './healthFacts.js';
import { unknownProblems } from './unknownProblems.js';

const NOW = new Date('2026-11-21T15:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

const unlisted = { ruc: '20999999991', pausedUntil: before(-60), review: 0 } as IssuerFacts;

const facts = (change: Partial<HealthFacts> = {}, at = NOW): HealthFacts => ({
  now: NOW,
  stats: { at, unlistedIssuers: [unlisted] } as SystemStats,
  stale: false,
  queues: {},
  emissionPaused: false,
  own: [],
  restoring: false,
  ...change,
});
const isKnown = (given: HealthFacts): boolean => !unknownProblems(given)('paused 20123456786');

test('everything is known while PostgreSQL answers', () => {
  expect(isKnown(facts())).toBe(true);
  expect(isKnown(facts({ stale: true }, before(5)))).toBe(true);
});

test('nothing is known while PostgreSQL is silent, was never read or was read long ago', () => {
  const own = [{ word: 'postgres', text: 'PostgreSQL no responde', since: before(3) }];
  expect(isKnown(facts({ own }))).toBe(false);
  expect(isKnown(facts({ stats: undefined, stale: true }))).toBe(false);
  expect(isKnown(facts({ stale: true }, before(31)))).toBe(false);
});

test('a problem of a business beyond the limit of the list may have changed, or has ended', () => {
  const isUnknown = unknownProblems(facts());
  expect(isUnknown('paused 20999999991')).toBe(true);
  expect(isUnknown('review 20999999991')).toBe(false);
  expect(isUnknown('paused 20123456786')).toBe(false);
  expect(isUnknown('queue_paused')).toBe(false);
});
