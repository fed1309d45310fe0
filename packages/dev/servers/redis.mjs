/** Starts a Redis on 127.0.0.1, for development and tests, and reads the policy of any Redis. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { Redis } from 'ioredis';
import { keepRunning } from '../processes/managedProcess.mjs';
import { redisProgram } from './redisProgram.mjs';

/**
 * AOF every second: a power cut loses at most one second of jobs. noeviction: BullMQ must never
 * lose a key.
 */
const SETTINGS = [
  'bind 127.0.0.1',
  'appendonly yes',
  'appendfsync everysec',
  'maxmemory-policy noeviction',
  'save ""',
];

/** @returns its address, once it answers */
export async function startRedis(home, wantedPort) {
  const { file, env } = await redisProgram();
  const folder = path.join(home, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await getPort({ port: wantedPort });
  const settings = path.join(folder, 'redis.conf');
  writeFileSync(settings, [...SETTINGS, `port ${port}`, `dir "${folder}"`, ''].join('\n'));
  const url = `redis://127.0.0.1:${port}`;
  await keepRunning({
    turn: 'servers',
    name: 'Redis',
    log: path.join(home, 'logs', 'redis.log'),
    launch: (log) => spawn(file, [settings], { env, stdio: ['ignore', log, log], detached: true }),
    ready: async () => (await evictionPolicy(url)) !== undefined,
  });
  return url;
}

/** Its maxmemory-policy; undefined where it does not say. Rejects when Redis does not answer. */
export async function evictionPolicy(url) {
  const limits = { connectTimeout: 2_000, commandTimeout: 2_000, retryStrategy: () => null };
  const redis = new Redis(url, limits);
  // the event has the cause; the command fails only because the connection is closed
  const failed = once(redis, 'error').then(([error]) => Promise.reject(error));
  try {
    return /maxmemory_policy:(\S+)/.exec(await Promise.race([failed, redis.info('memory')]))?.[1];
  } finally {
    // of a connection that has ended it would wait two seconds for the end
    if (redis.status !== 'end') redis.disconnect();
  }
}
