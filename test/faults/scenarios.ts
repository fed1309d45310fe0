/** The faults that one machine can inject, by their numbers in the catalogue of faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ManagedProcess, Order } from '../support/managedProcess.js';
import { CLOCKS } from './clocks.js';
import { answers, type Cluster } from './cluster.js';
import { DISKS } from './disks.js';
import { ENVIRONMENT_CHANGES } from './environments.js';
import { FOREIGN } from './foreign.js';
import { post, type Sale } from './load.js';
import { issueDocument, redis, untilStep } from './look.js';
import { REDIS_FULL } from './redisFull.js';
import { RESTORES } from './restores.js';
import { eventually, feed, type Scenario } from './scenario.js';
import { STORE_FULL } from './storeFull.js';
import type { Tenant } from './tenant.js';

/** Sales that the simulator answers badly, by the client's number. */
const odd = (...outcomes: string[]) =>
  outcomes.flatMap((outcome) => [
    { kind: 'boletas', client: `999900${outcome}` } as const,
    { kind: 'facturas', client: `209999990${outcome}` } as const,
  ]);

/**
 * The lease of a dead process ends at once instead of in a minute: the clock of these tests. Its
 * name ends in its pid.
 */
const expireLeases = (cluster: Cluster, pid: number | undefined) =>
  cluster.db.pool.query(
    `UPDATE emissions SET lease_until = now(), next_at = now() WHERE lease_owner LIKE $1`,
    [`%-${pid}`],
  );

/** The next document that gets to a checkpoint ends its worker there. */
async function dieAt(
  cluster: Cluster,
  tenant: Tenant,
  worker: ManagedProcess,
  checkpoint: 'signed' | 'intended' | 'answered' | 'kept',
): Promise<void> {
  const { pid } = worker.child;
  const died = new Promise((resolve) => worker.child.once('exit', resolve));
  worker.tell({ order: { checkpoint, signal: 'SIGKILL', times: 1 } });
  await feed(cluster, tenant, died);
  await expireLeases(cluster, pid);
}

const F1: Scenario = {
  name: 'F1 the API dies, before a commit and after it',
  short: true,
  seconds: 5,
  inject: async ({ apis }) => {
    for (const api of [apis[0], apis[1], apis[0]]) {
      (api as ManagedProcess).kill('SIGKILL');
      await sleep(900);
    }
  },
};

const F2: Scenario = {
  name: 'F2 a worker dies before it sends',
  seconds: 5,
  inject: async (cluster, tenant) => {
    for (const checkpoint of ['signed', 'intended'] as const)
      await dieAt(cluster, tenant, cluster.workers[0] as ManagedProcess, checkpoint).then(() =>
        sleep(1_500),
      );
  },
};

const F3: Scenario = {
  name: 'F3 a worker dies when the authority has accepted',
  short: true,
  seconds: 6,
  inject: async (cluster, tenant) => {
    for (const checkpoint of ['answered', 'kept'] as const)
      await dieAt(cluster, tenant, cluster.workers[1] as ManagedProcess, checkpoint).then(() =>
        sleep(1_500),
      );
  },
};

const NOBODY = 0;

const F4: Scenario = {
  name: 'F4 a document kills every worker that takes it',
  reviews: 1,
  seconds: 10,
  inject: async (cluster, tenant) => {
    const died = ({ child }: ManagedProcess) =>
      new Promise<number | undefined>((resolve) => child.once('exit', () => resolve(child.pid)));
    const tellAll = (order: Order) =>
      Promise.all(cluster.workers.map((worker) => worker.tell({ order })));
    const deadly = { checkpoint: 'claimed', signal: 'SIGABRT', times: 1 } as const;
    const first = cluster.workers[0] as ManagedProcess;
    const reached = first.reached();
    let death = died(first);
    await first.tell({ order: deadly });
    const { documentId } = await feed(cluster, tenant, reached);
    for (let next = 2; next <= 3; next++) {
      const dead = await death;
      // the worker that lives must not claim it before the dead one is started again
      await tellAll({ ...deadly, documentId: NOBODY });
      await sleep(1_500);
      death = Promise.race(cluster.workers.map(died));
      await tellAll({ ...deadly, documentId });
      await expireLeases(cluster, dead);
    }
    const dead = await death;
    await tellAll({ ...deadly, documentId: NOBODY });
    await expireLeases(cluster, dead);
    await untilStep(cluster, documentId, 'review');
  },
};

const F5: Scenario = {
  name: 'F5 a frozen worker wakes up as a zombie',
  seconds: 6,
  inject: async (cluster, tenant) => {
    const worker = cluster.workers[0] as ManagedProcess;
    const frozen = worker.reached();
    worker.tell({ order: { checkpoint: 'answered', signal: 'SIGSTOP', times: 1 } });
    const { documentId } = await feed(cluster, tenant, frozen);
    await expireLeases(cluster, worker.child.pid);
    await untilStep(cluster, documentId, 'accepted');
    worker.kill('SIGCONT');
    await untilStep(cluster, documentId, 'late');
  },
};

const F6: Scenario = {
  name: 'F6 Redis is killed, and away for a while',
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
    // sending goes on from PostgreSQL
    const id = await issueDocument(cluster, tenant);
    await untilStep(cluster, id, 'accepted');
    cluster.links.redis.heal();
    await sleep(1_000);
    expect(cluster.workers.map(({ child }) => child.pid)).toEqual(pids);
  },
};

const F7: Scenario = {
  name: 'F7 Redis is emptied, three times',
  short: true,
  seconds: 6,
  inject: async (cluster) => {
    for (let i = 0; i < 3; i++) {
      await redis(cluster, ['FLUSHALL']);
      await sleep(1_200);
    }
  },
};

const F9: Scenario = {
  name: 'F9 the link to Redis swallows everything and closes nothing',
  seconds: 8,
  inject: async (cluster, tenant) => {
    cluster.links.redis.blackHole();
    const sale: Sale = { reference: `mudo-${tenant.id}`, kind: 'boletas', client: '45678912' };
    expect(await post(cluster.apiPorts[0] as number, tenant, sale)).toMatchObject({ status: 201 });
    await sleep(5_000);
    cluster.links.redis.heal();
    // each of them takes work again, not only the first that found out
    for (const worker of cluster.workers) {
      const reached = worker.reached();
      await worker.tell({ order: { checkpoint: 'claimed', times: 1 } });
      await feed(cluster, tenant, reached);
      await worker.tell({ go: true });
    }
  },
};

const F10: Scenario = {
  name: 'F10 PostgreSQL crashes',
  short: true,
  seconds: 8,
  inject: async (cluster) => {
    // an immediate shutdown: no checkpoint, recovery at the next start
    process.kill(cluster.servers.pid('PostgreSQL'), 'SIGQUIT');
    await sleep(4_000);
  },
};

const F11: Scenario = {
  name: 'F11 PostgreSQL is stuck',
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
  seconds: 6,
  inject: async (cluster, tenant) => {
    const worker = cluster.workers[0] as ManagedProcess;
    const answered = worker.reached();
    worker.tell({ order: { checkpoint: 'answered', times: 1 } });
    await feed(cluster, tenant, answered);
    cluster.links.postgres.down();
    worker.tell({ go: true });
    await sleep(3_000);
    cluster.links.postgres.heal();
  },
};

const F15: Scenario = {
  name: 'F15 the authority hangs up, before and after it has taken a document, or says 503',
  short: true,
  seconds: 4,
  odd: odd('07', '08', '26'),
  inject: () => sleep(1_000),
};

const F15_SILENT: Scenario = {
  name: 'F15 the authority never answers, before and after it has taken a document',
  seconds: 4,
  odd: odd('05', '06', '15'),
  inject: () => sleep(1_000),
};

const F16: Scenario = {
  name: 'F16 the authority answers rubbish',
  short: true,
  seconds: 4,
  odd: odd('09', '10', '12', '13', '16', '17', '18', '19', '25', '27'),
  inject: () => sleep(1_000),
};

const F17: Scenario = {
  name: 'F17 the authority is down, and then comes back slowly',
  seconds: 22,
  inject: async (cluster) => {
    const { authority } = cluster.links;
    authority.down();
    await sleep(5_000);
    const [before, began] = [authority.asked, performance.now()];
    await sleep(10_000);
    // one probe every five seconds and worker, and two for what was on its way
    const probes = Math.ceil((performance.now() - began) / 5_000) + 2;
    expect(authority.asked - before).toBeLessThanOrEqual(cluster.workers.length * probes);
    authority.slice(64, 5);
    await sleep(3_000);
    authority.heal();
  },
};

const F19: Scenario = {
  name: 'F19 everything is deployed anew, one process after the other',
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

export const SCENARIOS: readonly Scenario[] = [
  F1,
  F2,
  F3,
  F4,
  F5,
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
  ...FOREIGN,
];
