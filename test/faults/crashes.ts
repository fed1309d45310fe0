/** F1 to F5: the API and workers die or freeze, at each step between two writes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess, Order } from '../support/managedProcess.js';
import type { Cluster } from './cluster.js';
import { untilStep } from './look.js';
import { feed, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

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

const NO_DOCUMENT = 0;

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
      await tellAll({ ...deadly, documentId: NO_DOCUMENT });
      await sleep(1_500);
      death = Promise.race(cluster.workers.map(died));
      await tellAll({ ...deadly, documentId });
      await expireLeases(cluster, dead);
    }
    const dead = await death;
    await tellAll({ ...deadly, documentId: NO_DOCUMENT });
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

export const CRASHES: readonly Scenario[] = [F1, F2, F3, F4, F5];
