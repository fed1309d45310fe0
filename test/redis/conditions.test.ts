/** Tests what the probe and `rafaga doctor` say of a Redis that is reached and refuses to work. */
import { appendFile, mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  createRedisProbe,
  explainUnreachable,
  type RedisProbe,
  readPolicyFault,
  readRedisStates,
} from '@rafaga/queue';
import { Redis } from 'ioredis';
import { waitFor } from '../support/waitFor.js';
import { type RedisProcess, type RedisProcesses, redisProcesses } from './redisProcess.js';

let processes: RedisProcesses;
let folder: string;
let server: RedisProcess;
let url: string;
/** A user whose rights no test changes. */
let operator: Redis;
let probe: RedisProbe;

beforeAll(async () => {
  processes = await redisProcesses();
  folder = await mkdtemp(path.join(tmpdir(), 'rafaga-conditions-'));
  server = await processes.server((port) => [
    `port ${port}`,
    `dir ${folder}`,
    'requirepass old',
    'user operator on nopass ~* &* +@all',
    'busy-reply-threshold 100',
  ]);
  url = `redis://:old@127.0.0.1:${server.port}`;
  operator = new Redis({ port: server.port, username: 'operator', password: 'any' });
  probe = createRedisProbe(url);
});
beforeEach(() => named(undefined));
afterAll(async () => {
  probe.close();
  operator.disconnect();
  await processes.stop();
  await rm(folder, { recursive: true });
});

const checked = () =>
  probe.check().catch((error: Error) => [probe.failed(error)].filter((found) => found));

interface Said {
  word: string;
  text: RegExp;
  remedy: RegExp;
}

/** Waits until the probe and the diagnosis say this, or that nothing is wrong. */
async function named(said: Said | undefined): Promise<void> {
  let last: unknown;
  const found = await waitFor(
    () => `the probe to find ${said?.text}, found ${JSON.stringify(last)}`,
    async () => {
      const [condition] = await checked();
      last = condition;
      if (said) return condition?.text.match(said.text) && condition;
      return condition === undefined && { word: '' };
    },
  );
  if (!said) return;
  const expected = { text: expect.anything(), remedy: expect.stringMatching(said.remedy) };
  expect(found).toMatchObject({ ...expected, word: said.word });
  const diagnosed = await waitFor('the diagnosis to end', () =>
    readRedisStates(url).then(
      ([state]) => state?.refused,
      (error: Error) => explainUnreachable(error),
    ),
  );
  expect(diagnosed).toMatchObject({ ...expected, text: expect.stringMatching(said.text) });
}

test('a server that may evict keys: the command that corrects it is told', async () => {
  expect(await readPolicyFault(url)).toBeUndefined();
  await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const fault = await readPolicyFault(url);
  const found = await waitFor('the probe to read the policy', async () =>
    (await checked()).find((condition) => condition?.word === 'redis_politica'),
  );
  await operator.config('SET', 'maxmemory-policy', 'noeviction');
  const command = `redis-cli -h 127.0.0.1 -p ${server.port} CONFIG SET maxmemory-policy noeviction`;
  expect([fault, found.remedy]).toEqual(Array(2).fill(expect.stringContaining(command)));
});

test('a master that became a replica', async () => {
  await operator.replicaof('127.0.0.1', 1);
  await named({ word: 'redis_solo_lectura', text: /es una réplica/, remedy: /principal/ });
  await operator.replicaof('NO', 'ONE');
  await named(undefined);
});

test('a server that cannot write its snapshots', async () => {
  // in the place of the file
  const obstacle = path.join(folder, 'dump.rdb');
  await mkdir(obstacle);
  await operator.config('SET', 'save', '3600 1');
  await operator.bgsave();
  await named({ word: 'redis_solo_lectura', text: /no puede guardar/, remedy: /espacio.*permiso/ });
  await rmdir(obstacle);
  await operator.bgsave();
});

test('a server that runs the long script of another program', async () => {
  const other = new Redis(url);
  const ended = other.eval('while true do end', 0).catch((error: Error) => error.message);
  await named({ word: 'redis', text: /un script de otro programa/, remedy: /SCRIPT KILL/ });
  await operator.call('SCRIPT', 'KILL');
  expect(await ended).toMatch(/killed/);
  other.disconnect();
});

test('a user without a right that the queues need', async () => {
  for (const [lost, again] of [
    ['-@write', '+@all'],
    ['-@scripting', '+@all'],
    ['resetkeys', '~*'],
  ] as const) {
    await operator.acl('SETUSER', 'default', lost);
    await named({ word: 'redis', text: /no tiene permiso/, remedy: /ACL SETUSER/ });
    await operator.acl('SETUSER', 'default', again);
    await named(undefined);
  }
});

test('a server whose password was changed', async () => {
  await operator.config('SET', 'requirepass', 'new');
  await operator.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await named({ word: 'redis', text: /el usuario o la contraseña/, remedy: /REDIS_PASSWORD/ });
  await operator.config('SET', 'requirepass', 'old');
});

test('a server that admits no more connections', async () => {
  await operator.config('SET', 'maxclients', 1);
  await operator.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await named({ word: 'redis', text: /no admite más conexiones/, remedy: /maxclients/ });
  await operator.config('SET', 'maxclients', 1_000);
});

test('a server that loads its data', async () => {
  await server.end('SIGKILL');
  const log = path.join(folder, 'appendonlydir');
  const [last = ''] = (await readdir(log)).filter((name) => name.endsWith('.incr.aof'));
  await appendFile(path.join(log, last), slowCommands());
  server.start();
  await named({ word: 'redis', text: /carga sus datos/, remedy: /PostgreSQL/ });
  await server.end('SIGKILL');
});

/** A log of commands that takes a server many seconds to carry out. */
function slowCommands(): string {
  const members = Array.from({ length: 1_000 }, (_, index) => String(index));
  const union = command('SUNIONSTORE', 'joined', 'one', 'two');
  return command('SADD', 'one', ...members) + union.repeat(200_000);
}

const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
