/** Tests the faults of Redis that the probe finds. */
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../test/support/waitFor.js';
import { readPolicyFault } from './policy.js';
import { createRedisProbe, redisRefusal } from './probe.js';

const url = process.env.REDIS_URL as string;

test('a Redis that evicts nothing has no fault', async () => {
  expect(await readPolicyFault(url)).toBeUndefined();
});

test('a Redis that does not answer has no fault of policy', async () => {
  expect(await readPolicyFault('redis://127.0.0.1:1')).toBeUndefined();
});

test('a Redis that accepts a write has no fault, and one that is down fails', async () => {
  const probes = [createRedisProbe(url), createRedisProbe('redis://127.0.0.1:1')] as const;
  expect(await checked(probes[0])).toEqual([]);
  await expect(probes[1].check()).rejects.toThrow();
  for (const probe of probes) probe.close();
});

test.each([
  ["OOM command not allowed when used memory > 'maxmemory'.", 'redis_lleno'],
  [
    "OOM command not allowed when used memory > 'maxmemory'. script: 8a2, on @user_script:123.",
    'redis_lleno',
  ],
  ["READONLY You can't write against a read only replica.", 'redis_solo_lectura'],
  [
    'MISCONF Redis is configured to save RDB snapshots, but is currently unable to persist ' +
      'to disk.',
    'redis_solo_lectura',
  ],
  ['ERR unknown command', undefined],
])('an error of Redis that refuses a write has a word: %s', (message, word) => {
  expect(redisRefusal(new Error(message))?.word).toBe(word);
});

/** Checks until there is a connection. */
const checked = (probe: ReturnType<typeof createRedisProbe>): Promise<unknown> =>
  waitFor('the probe is connected', () => probe.check().catch(() => undefined));
