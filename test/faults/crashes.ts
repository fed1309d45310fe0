/** F1 to F5: the API and workers crash or freeze, at each checkpoint. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess, Order } from '../support/managedProcess.js';
import type { Cluster } from './cluster.js';
import { untilStep } from './observe.js';
import { issueUntil, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

/** Ends the leases of a crashed process now instead of after a minute; its name ends in its pid. */
const expireLeases = (cluster: Cluster, pid: number | undefined) =>
  cluster.db.pool.query(
    `UPDATE emissions SET lease_until = now(), next_at = now() WHERE lease_owner LIKE $1`,
    [`%-${pid}`],
  );

/** Kills a worker when its next document gets to the checkpoint. */
async function crashAt(
  cluster: Cluster,
  tenant: Tenant,
  worker: ManagedProcess,
  checkpoint: 'signed' | 'intended' | 'answered' | 'kept',
): Promise<void> {
  const { pid } = worker.child;
  const exited = new Promise((resolve) => worker.child.once('exit', resolve));
  worker.send({ order: { checkpoint, signal: 'SIGKILL', times: 1 } });
  await issueUntil(cluster, tenant, exited);
  await expireLeases(cluster, pid);
}

const F1: Scenario = {
  name: 'F1 the API is killed, before a commit and after it',
  checkpoints: 'second',
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
  name: 'F2 a worker is killed before it sends',
  checkpoints: 'all',
  seconds: 5,
  inject: async (cluster, tenant) => {
    for (const checkpoint of ['signed', 'intended'] as const)
      await crashAt(cluster, tenant, cluster.workers[0] as ManagedProcess, checkpoint).then(() =>
        sleep(1_500),
      );
  },
};

const F3: Scenario = {
  name: 'F3 a worker is killed after the authority has accepted',
  checkpoints: 'second',
  short: true,
  seconds: 6,
  inject: async (cluster, tenant) => {
    for (const checkpoint of ['answered', 'kept'] as const)
      await crashAt(cluster, tenant, cluster.workers[1] as ManagedProcess, checkpoint).then(() =>
        sleep(1_500),
      );
  },
};

const NO_DOCUMENT = 0;

const F4: Scenario = {
  name: 'F4 a document crashes every worker that claims it',
  checkpoints: 'all',
  reviews: 1,
  seconds: 10,
  inject: async (cluster, tenant) => {
    const exited = ({ child }: ManagedProcess) =>
      new Promise<number | undefined>((resolve) => child.once('exit', () => resolve(child.pid)));
    const sendAll = (order: Order) =>
      Promise.all(cluster.workers.map((worker) => worker.send({ order })));
    const deadly = { checkpoint: 'claimed', signal: 'SIGABRT', times: 1 } as const;
    const first = cluster.workers[0] as ManagedProcess;
    const reached = first.reached();
    let exit = exited(first);
    await first.send({ order: deadly });
    const { documentId } = await issueUntil(cluster, tenant, reached);
    for (let next = 2; next <= 3; next++) {
      const dead = await exit;
      // the other worker must not claim the document before the killed one is started again
      await sendAll({ ...deadly, documentId: NO_DOCUMENT });
      await sleep(1_500);
      exit = Promise.race(cluster.workers.map(exited));
      await sendAll({ ...deadly, documentId });
      await expireLeases(cluster, dead);
    }
    const dead = await exit;
    await sendAll({ ...deadly, documentId: NO_DOCUMENT });
    await expireLeases(cluster, dead);
    await untilStep(cluster, documentId, 'review');
  },
};

const F5: Scenario = {
  name: 'F5 a frozen worker continues after its lease has ended',
  checkpoints: 'all',
  seconds: 6,
  inject: async (cluster, tenant) => {
    const worker = cluster.workers[0] as ManagedProcess;
    const frozen = worker.reached();
    worker.send({ order: { checkpoint: 'answered', times: 1 } });
    const { documentId } = await issueUntil(cluster, tenant, frozen);
    worker.kill('SIGSTOP');
    await expireLeases(cluster, worker.child.pid);
    await untilStep(cluster, documentId, 'accepted');
    worker.kill('SIGCONT');
    worker.send({ go: true });
    await untilStep(cluster, documentId, 'late');
  },
};

export const CRASHES: readonly Scenario[] = [F1, F2, F3, F4, F5];
