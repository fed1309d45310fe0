/** Tests how the conditions of a process follow what its probes find. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { createLogger } from '../logger.js';
import { createConditions } from './conditions.js';
import type { Probe } from './probe.js';
import { startProbes } from './probes.js';

const log = createLogger('prueba');
log.silent = true;

const FULL = { word: 'lleno', text: 'está lleno' };
const AWAY = { word: 'ausente', text: 'no responde' };

/** Starts a probe that finds what the test sets. */
function aProbe(change: Partial<Probe> = {}) {
  const conditions = createConditions(log);
  const found = { now: [] as (typeof FULL)[] };
  const probe: Probe = {
    words: ['lleno', 'ausente'],
    everyMs: 5,
    withinMs: 20,
    check: async () => found.now,
    failed: () => AWAY,
    ...change,
  };
  return {
    found,
    probes: startProbes(conditions, { disk: probe }),
    words: () => conditions.list().map(({ word }) => word),
  };
}

test('a condition that a check finds holds until a check does not find it', async () => {
  const { found, probes, words } = aProbe();
  found.now = [FULL];
  await waitFor('the condition begins', () => words().includes('lleno'));
  found.now = [];
  await waitFor('the condition ends', () => words().length === 0);
  probes.stop();
});

test.each([
  ['fails', () => Promise.reject(new Error('away'))],
  ['never ends', () => new Promise<never>(() => undefined)],
])('a check that %s begins the condition for a failed check', async (_how, check) => {
  const { probes, words } = aProbe({ check });
  await waitFor('the failed check begins its condition', () => words().includes('ausente'));
  probes.stop();
});

test('a check on demand begins at once, and none begins after the stop', async () => {
  let looks = 0;
  const check = async () => {
    looks += 1;
    return [];
  };
  const { probes } = aProbe({ everyMs: 60_000, check });
  await waitFor('the first check', () => looks === 1);
  await sleep(1);
  probes.check('disk');
  await waitFor('the check on demand', () => looks === 2);
  await sleep(1);
  probes.stop();
  probes.check('disk');
  expect(looks).toBe(2);
});
