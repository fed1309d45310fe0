/** A Redis of our own for development and tests: on 127.0.0.1, with its data in the home. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepRunning } from '../processes/managedProcess.mjs';
import { DETACHED } from '../processes/supervisor.mjs';
import { portNear } from '../settings/ports.mjs';
import { redisCommand } from './redisCommand.mjs';
import { redisProgram } from './redisProgram.mjs';

/** @returns its address, once it answers */
export async function startRedis(home, wantedPort) {
  const { file, env } = await redisProgram();
  const folder = path.join(home, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await portNear(wantedPort);
  const url = `redis://127.0.0.1:${port}`;
  const settings = path.join(folder, 'redis.conf');
  // AOF every second: at most one second of jobs is lost in a power cut; noeviction: BullMQ must
  // never lose a key.
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${folder}"`,
    'appendonly yes',
    'appendfsync everysec',
    'maxmemory-policy noeviction',
    'save ""',
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  await keepRunning({
    turn: 'servers',
    name: 'Redis',
    log: path.join(home, 'logs', 'redis.log'),
    launch: (log) =>
      spawn(file, [settings], { env, stdio: ['ignore', log, log], detached: DETACHED }),
    ready: async () => (await redisCommand(url, 'PING')).includes('PONG'),
  });
  return url;
}
