/** Tests which process is told that Redis started anew, and until when. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createDepth, type Depth } from '../../apps/worker/src/queues/depth.js';
import { waitFor } from '../support/waitFor.js';
import { type RedisProcess, type RedisProcesses, redisProcesses } from './redisProcess.js';

let processes: RedisProcesses;
let server: RedisProcess;
let url: string;
let depths: [Depth, Depth];
beforeAll(async () => {
  processes = await redisProcesses();
  server = await processes.server((port) => [`port ${port}`]);
  url = `redis://127.0.0.1:${server.port}`;
  depths = [createDepth(url, () => undefined), createDepth(url, () => undefined)];
  await answers();
});
afterAll(async () => {
  for (const depth of depths) depth.close();
  await processes.stop();
});

const toldTo = async (depth: Depth) => (await depth.state()).startedAnew;

/** Resolves when each connection is open. */
const answers = () =>
  Promise.all(
    depths.map((depth) => waitFor('Redis to answer', () => depth.waiting().catch(() => undefined))),
  );

async function restart(): Promise<void> {
  await server.end('SIGKILL');
  server.start();
  await answers();
}

/** Lets the time pass in which one process may handle a start. */
async function aMinuteLater(): Promise<void> {
  const redis = new Redis(url);
  const [begun = ''] = await redis.keys('*:epoch:begun');
  expect(await redis.pttl(begun)).toBeGreaterThan(0);
  await redis.pexpire(begun, 0);
  await redis.quit();
}

test('a start is told to one process, and to another if the first does not end it', async () => {
  const [first, second] = depths;
  expect(await toldTo(first)).toBe('empty');
  expect(await toldTo(second)).toBe(false);
  await aMinuteLater();
  expect(await toldTo(second)).toBe('empty');
  await second.endStart();
  await aMinuteLater();
  expect(await toldTo(first)).toBe(false);
});

test('a process that handles one start does not end the next', async () => {
  const [first] = depths;
  await restart();
  expect(await toldTo(first)).toBe('with data');
  await restart();
  await first.endStart();
  expect(await toldTo(first)).toBe('with data');
});
