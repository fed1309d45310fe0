/** All scenarios of faults, F1 to F26, in the order in which they run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ManagedProcess } from '../support/managedProcess.js';
import { CLOCKS } from './clocks.js';
import { answers } from './cluster.js';
import { CRASHES } from './crashes.js';
import { DISKS } from './disks.js';
import { ENVIRONMENT_CHANGES } from './environments.js';
import { FOREIGN } from './foreign.js';
import { post, type Sale } from './load.js';
import { issueDocument, redis, untilStep } from './observe.js';
import { PAUSES } from './pauses.js';
import { REDIS_FULL } from './redisFull.js';
import { RESTORES } from './restores.js';
import { eventually, issueUntil, type Scenario } from './scenario.js';
import { STORE_FULL } from './storeFull.js';

/** Sales whose client chooses an outcome of the simulator. */
const odd = (...outcomes: string[]) =>
  outcomes.flatMap((outcome) => [
    { kind: 'boletas', client: `999900${outcome}` } as const,
    { kind: 'facturas', client: `209999990${outcome}` } as const,
  ]);

const F6: Scenario = {
  name: 'F6 Redis is killed, and unavailable for a while',
  checkpoints: 'second',
  short: true,
  seconds: 10,
  inject: async (cluster, tenant) => {
    const pids = cluster.workers.map(({ child }) => child.pid);
    process.kill(cluster.servers.pid('Redis'), 'SIGKILL');
    cluster.links.redis.down();
    for (let i = 0; i < 10; i++) {
      const sale: Sale = {
        reference: `sin-redis-${tenant.id}-${i}`,
        kind: 'boletas',
        client: '45678912',
      };
      expect(await post(cluster.apiPorts[i % 2] as number, tenant, sale)).toMatchObject({
        status: 201,
      });
      await sleep(500);
    }
    // workers send documents from PostgreSQL
    const id = await issueDocument(cluster, tenant);
    await untilStep(cluster, id, 'accepted');
    cluster.links.redis.heal();
    await sleep(1_000);
    expect(cluster.workers.map(({ child }) => child.pid)).toEqual(pids);
  },
};

const F7: Scenario = {
  name: 'F7 Redis is emptied, three times',
  seconds: 6,
  inject: async (cluster) => {
    for (let i = 0; i < 3; i++) {
      await redis(cluster, ['FLUSHALL']);
      await sleep(1_200);
    }
  },
};

const F9: Scenario = {
  name: 'F9 the link to Redis drops all data and closes no connection',
  checkpoints: 'all',
  seconds: 8,
  inject: async (cluster, tenant) => {
    cluster.links.redis.blackHole();
    const sale: Sale = { reference: `mudo-${tenant.id}`, kind: 'boletas', client: '45678912' };
    expect(await post(cluster.apiPorts[0] as number, tenant, sale)).toMatchObject({ status: 201 });
    await sleep(5_000);
    cluster.links.redis.heal();
    // every worker takes jobs again
    for (const worker of cluster.workers) {
      const reached = worker.reached();
      await worker.send({ order: { checkpoint: 'claimed', times: 1 } });
      await issueUntil(cluster, tenant, reached);
      await worker.send({ go: true });
    }
  },
};

const F10: Scenario = {
  name: 'F10 PostgreSQL crashes',
  checkpoints: 'second',
  short: true,
  seconds: 8,
  inject: async (cluster) => {
    // an immediate shutdown: no checkpoint, recovery at the next start
    process.kill(cluster.servers.pid('PostgreSQL'), 'SIGQUIT');
    await sleep(4_000);
  },
};

const F11: Scenario = {
  name: 'F11 a table of PostgreSQL is locked',
  seconds: 8,
  inject: async (cluster, tenant) => {
    const client = await cluster.db.pool.connect();
    await client.query(
      'SET statement_timeout = 0; BEGIN; LOCK TABLE "references" IN ACCESS EXCLUSIVE MODE',
    );
    const sale: Sale = { reference: `atascado-${tenant.id}`, kind: 'boletas', client: '45678912' };
    const [port] = cluster.apiPorts as [number];
    expect(await post(port, tenant, sale)).toMatchObject({ status: expect.any(Number) });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await sleep(3_000);
    await client.query('ROLLBACK');
    client.release(true);
    await answers(`http://127.0.0.1:${port}/readyz`);
    await eventually(
      'the sale to be issued',
      async () => (await post(port, tenant, sale))?.status === 201,
    );
  },
};

const F14: Scenario = {
  name: 'F14 a worker loses PostgreSQL just after the authority answered',
  checkpoints: 'all',
  seconds: 6,
  inject: async (cluster, tenant) => {
    const worker = cluster.workers[0] as ManagedProcess;
    const answered = worker.reached();
    worker.send({ order: { checkpoint: 'answered', times: 1 } });
    await issueUntil(cluster, tenant, answered);
    cluster.links.postgres.down();
    worker.send({ go: true });
    await sleep(3_000);
    cluster.links.postgres.heal();
  },
};

const F15: Scenario = {
  name: 'F15 the authority closes the connection before or after it registers, or answers 503',
  seconds: 4,
  odd: odd('07', '08', '26'),
  inject: () => sleep(1_000),
};

const F15_SILENT: Scenario = {
  name: 'F15 the authority never answers, before or after it registers a document',
  seconds: 4,
  odd: odd('05', '06', '15'),
  inject: () => sleep(1_000),
};

const F16: Scenario = {
  name: 'F16 the authority answers with unreadable or wrong content',
  seconds: 4,
  odd: odd('09', '10', '12', '13', '16', '17', '18', '19', '25', '27'),
  inject: () => sleep(1_000),
};

const F17: Scenario = {
  name: 'F17 the authority is down, and then comes back slowly',
  seconds: 32,
  inject: async (cluster) => {
    const { authority } = cluster.links;
    authority.down();
    // each API has had more than thirty sales at once: every process has sent, and failed
    await sleep(15_000);
    const [before, began] = [authority.asked, performance.now()];
    await sleep(10_000);
    const asked = authority.asked - before;
    // one in five seconds, and one that was under way
    const probes = Math.ceil((performance.now() - began) / 5_000) + 1;
    authority.slice(64, 5);
    await sleep(3_000);
    authority.heal();
    expect(asked).toBeLessThanOrEqual(cluster.workers.length * BREAKERS_OF_A_WORKER * probes);
  },
};

/** Each of its two processes has one for sending and one for queries. */
const BREAKERS_OF_A_WORKER = 4;

const F19: Scenario = {
  name: 'F19 every process is restarted, one after the other',
  seconds: 14,
  inject: async ({ apis, workers }) => {
    for (const managed of [...apis, ...workers]) {
      const { starts } = managed;
      managed.kill('SIGTERM');
      await eventually(`${managed.name} to run again`, () => managed.starts > starts);
      await sleep(1_500);
    }
  },
};

const F25: Scenario = {
  name: 'F25 the primary of PostgreSQL and the master of Redis are lost at once and replaced',
  seconds: 16,
  replicated: true,
  options: { consult: true },
  reviews: 0,
  inject: async ({ servers, apiPorts, db }) => {
    await servers.replicas?.failOver();
    await eventually('the promoted standby to answer', () =>
      db.pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    for (const port of apiPorts) await answers(`http://127.0.0.1:${port}/readyz`);
  },
};

export const SCENARIOS: readonly Scenario[] = [
  ...CRASHES,
  F6,
  F7,
  ...REDIS_FULL,
  F9,
  F10,
  F11,
  ...DISKS,
  F14,
  F15,
  F15_SILENT,
  F16,
  F17,
  ...CLOCKS,
  F19,
  STORE_FULL,
  ...RESTORES,
  ...ENVIRONMENT_CHANGES,
  F25,
  ...PAUSES,
  ...FOREIGN,
];
