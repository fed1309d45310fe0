/** Starts a Redis on 127.0.0.1, for development and tests, and asks any Redis for an answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { Redis } from 'ioredis';
import { keepRunning, untilAnswered } from '../processes/managedProcess.mjs';
import { redisProgram } from './redisProgram.mjs';

/**
 * AOF every second: a power cut loses at most one second of jobs. noeviction: BullMQ must never
 * lose a key.
 */
const SETTINGS =
  '--bind 127.0.0.1 --appendonly yes --appendfsync everysec --maxmemory-policy noeviction --save';

/** @returns its address, once it answers */
export async function startRedis(home) {
  const { file, env } = await redisProgram();
  const folder = path.join(home, 'redis');
  mkdirSync(folder, { recursive: true });
  // any free one: two installations that begin at once would both find a usual one free
  const port = await getPort();
  const args = [...SETTINGS.split(' '), '', '--port', String(port), '--dir', folder];
  const url = `redis://127.0.0.1:${port}`;
  await keepRunning({
    turn: 'servers',
    name: 'Redis',
    log: path.join(home, 'logs', 'redis.log'),
    launch: (log) => spawn(file, args, { env, stdio: ['ignore', log, log], detached: true }),
    ready: untilAnswered(() => redisAnswers(url)),
  });
  return url;
}

/** Resolves when a Redis has its data and answers; rejects with the cause why it does not. */
export async function redisAnswers(url) {
  const redis = new Redis(url, { connectTimeout: 2_000, retryStrategy: () => null });
  await once(redis, 'ready').finally(() => {
    // of a connection that has ended it would wait two seconds for the end
    if (redis.status !== 'end') redis.disconnect();
  });
}
