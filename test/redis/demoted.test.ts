/** Tests what the probe of Redis says of a master that became a replica. */
import { afterAll, expect, test } from '@jest/globals';
import { createRedisProbe } from '@rafaga/queue';
import { Redis } from 'ioredis';
import { waitFor } from '../support/waitFor.js';
import { type RedisProcesses, redisProcesses } from './redisProcess.js';

let processes: RedisProcesses | undefined;
afterAll(() => processes?.stop());

test('it is named, until it accepts writes again', async () => {
  processes = await redisProcesses();
  const { port } = await processes.server((free) => [`port ${free}`]);
  const operator = new Redis(port);
  const probe = createRedisProbe(`redis://127.0.0.1:${port}`);
  // it reconnects after each refusal
  const checked = () =>
    waitFor('the probe to be connected', () => probe.check().catch(() => undefined));
  expect(await checked()).toEqual([]);
  await operator.replicaof('127.0.0.1', 1);
  for (let times = 0; times < 2; times++)
    expect(await checked()).toMatchObject([{ word: 'redis_solo_lectura' }]);
  await operator.replicaof('NO', 'ONE');
  expect(await checked()).toEqual([]);
  probe.close();
  operator.disconnect();
});
