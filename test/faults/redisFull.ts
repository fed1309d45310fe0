/** F8: a full Redis, and one that may evict keys: checked at /readyz and in the logs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { listProcesses } from '@rafaga/db';
import { childPids } from '../support/childPids.js';
import type { ManagedProcess } from '../support/managedProcess.js';
import type { Cluster } from './cluster.js';
import { post } from './load.js';
import { allName, issueDocument, noneNames, readyz, redis, untilStep } from './observe.js';
import { eventually, raceTimeout, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

/** Probes find a fault within seconds; the rest is for a busy machine. */
const NAMED_MS = 20_000;
const AGAIN_MS = 20_000;
/** Characters that each process may log during the fault. */
const MOST_LOGGED = 60_000;

/** Fails when `isSo` does not resolve within `ms` milliseconds. */
async function inTime(what: string, ms: number, isSo: Promise<unknown>): Promise<void> {
  if (
    (await raceTimeout(
      isSo.then(() => true),
      ms,
    )) !== true
  )
    throw new Error(`not within ${ms} ms: ${what}`);
}

let sold = 0;

/** Issues one boleta a second; each must be answered with 201. */
async function sellThrough(cluster: Cluster, tenant: Tenant, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    const sale = {
      reference: `lleno-${tenant.id}-${++sold}`,
      kind: 'boletas',
      client: '45678912',
    } as const;
    expect(await post(cluster.apiPorts[second % 2] as number, tenant, sale)).toMatchObject({
      status: 201,
    });
    await sleep(1_000);
  }
}

const alarms = (log: string, word: string) =>
  log
    .split('\n')
    .filter(
      (line) =>
        line.includes('"ALARMA') &&
        !line.includes('ALARMA: sigue') &&
        line.includes(`"condition":"${word}"`),
    );

type Logged = readonly { logged: number; starts: number }[];

/** Resolves when each of so many processes that run tells PostgreSQL the condition. */
const allTell = (cluster: Cluster, count: number, condition: string): Promise<unknown> =>
  eventually('the condition of each process in PostgreSQL', async () => {
    const { at, processes } = await listProcesses(cluster.db);
    const rows = processes.filter(({ seenAt }) => at.getTime() - seenAt.getTime() < 15_000);
    return (
      rows.length >= count &&
      rows.every(({ conditions }) => conditions.some(({ word }) => word === condition))
    );
  });

/** Each process raised the alarm once, logged little and was not restarted. */
function expectOneAlarm(all: readonly ManagedProcess[], before: Logged): void {
  all.forEach(({ name, child, log, starts }, index) => {
    const since = log().slice(before[index]?.logged);
    const ofEach = [child.pid, ...childPids(child.pid)].map(() =>
      expect.stringContaining('maxmemory'),
    );
    expect([name, alarms(since, 'redis_lleno')]).toEqual([name, ofEach]);
    expect([name, since.length < MOST_LOGGED]).toEqual([name, true]);
    expect([name, starts]).toEqual([name, before[index]?.starts]);
  });
}

function redisFull(name: string, seconds: number, short?: true): Scenario {
  return {
    name,
    seconds: seconds + 4,
    checkpoints: 'second',
    ...(short && { short }),
    inject: async (cluster, tenant) => {
      const all = [...cluster.apis, ...cluster.workers];
      const ports = [...cluster.apiPorts, ...cluster.workerPorts];
      const before = all.map(({ log, starts }) => ({ logged: log().length, starts }));
      await redis(cluster, ['CONFIG', 'SET', 'maxmemory', '1']);
      await inTime('/readyz names a full Redis', NAMED_MS, allName(ports, 'redis_lleno'));
      for (const port of ports) expect((await readyz(port)).status).toBe(200);
      const id = await issueDocument(cluster, tenant);
      await sellThrough(cluster, tenant, seconds);
      const accepted = untilStep(cluster, id, 'accepted');
      await inTime('a document is accepted while Redis is full', NAMED_MS, accepted);
      const told = allTell(cluster, all.length, 'redis_lleno');
      await inTime('every process tells PostgreSQL', NAMED_MS, told);
      await redis(cluster, ['CONFIG', 'SET', 'maxmemory', '0']);
      await inTime('/readyz names it no more', AGAIN_MS, noneNames(ports, 'redis_lleno'));
      const next = await issueDocument(cluster, tenant);
      await inTime('documents go on', AGAIN_MS, untilStep(cluster, next, 'accepted'));
      expectOneAlarm(all, before);
    },
  };
}

const POLICY: Scenario = {
  name: 'F8 the eviction policy of a running Redis is changed so that it may evict keys',
  checkpoints: 'all',
  seconds: 6,
  inject: async (cluster) => {
    const ports = [...cluster.apiPorts, ...cluster.workerPorts];
    await redis(cluster, ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
    await inTime('/readyz names the policy', NAMED_MS, allName(ports, 'redis_politica'));
    await redis(cluster, ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction']);
    await inTime('/readyz names it no more', AGAIN_MS, noneNames(ports, 'redis_politica'));
    for (const { name, log } of [...cluster.apis, ...cluster.workers])
      expect([name, alarms(log(), 'redis_politica')]).toEqual([
        name,
        [expect.stringMatching(/redis-cli -h \S+ -p \d+ CONFIG SET maxmemory-policy noeviction/)],
      ]);
  },
};

export const REDIS_FULL: readonly Scenario[] = [
  redisFull('F8 Redis is full for seconds', 4, true),
  redisFull('F8 Redis is full for minutes', 150),
  POLICY,
];
