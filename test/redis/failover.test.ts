/**
 * Tests that Ráfaga continues when its Redis, behind sentinels or a cluster, changes its master.
 * `npm run faults` also kills masters under load.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readRedisStates, subscribeToDecidedDocuments } from '@rafaga/queue';
import { createTenant, type Tenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { type RedisCluster, startCluster } from './cluster.js';
import { type Installation, startInstallation } from './installation.js';
import { type Sentinels, startSentinels } from './sentinels.js';

let environment: TestEnvironment;
let tenant: Tenant;
let sentinels: Sentinels;
let cluster: RedisCluster;
let installation: Installation;
beforeAll(async () => {
  environment = await startEnvironment();
  [tenant, sentinels, cluster] = await Promise.all([
    createTenant(environment.db),
    startSentinels(),
    startCluster(),
  ]);
  installation = await startInstallation(environment, tenant, sentinels.servers);
  await installation.takesJobs();
});
afterAll(async () => {
  await installation.stop();
  await environment.stop();
  await Promise.all([sentinels.stop(), cluster.stop()]);
});

const report = (what: string, seconds: string) =>
  process.stdout.write(`${what}: jobs are taken again after ${seconds} s\n`);

/** Sells while a server is killed, and holds every sale against what the authority got. */
async function sellThroughKill(what: string, kill: () => Promise<void>): Promise<void> {
  const before = await installation.sell(30);
  const [during, seconds] = await Promise.all([
    installation.sell(100),
    kill().then(installation.takesJobs),
  ]);
  report(what, seconds);
  await installation.allSentOnce([...before, ...during, ...(await installation.sell(10))]);
  expect(installation.replaced()).toBe(0);
}

test('workers that wait for a job get those of the next master', async () => {
  await sentinels.failover();
  report('sentinels, ordered failover', await installation.takesJobs());
  await installation.allSentOnce(await installation.sell(20));
  expect(installation.replaced()).toBe(0);
});

/** On a busy machine a failover may take longer than a run of all tests can wait. */
const KILLED = {
  'the master of sentinels is killed under load: nothing is lost or sent twice': async () => {
    await sentinels.replicated();
    const killed = await sentinels.master();
    await sellThroughKill('sentinels, killed master', () => killed.end('SIGKILL'));
    expect((await sentinels.master()).port).not.toBe(killed.port);
  },
  'a master of the cluster is killed under load: nothing is lost or sent twice': async () => {
    await onCluster();
    await sellThroughKill('cluster, killed master', cluster.killMaster);
  },
};
if (process.env.RAFAGA_FAULTS)
  for (const [title, scenario] of Object.entries(KILLED)) test(title, scenario);

/** Moves the installation to the cluster. */
async function onCluster(): Promise<void> {
  await installation.stop();
  installation = await startInstallation(environment, tenant, cluster.servers);
  await installation.takesJobs();
}

test('a queue moves to another master of the cluster while its jobs are taken', async () => {
  await onCluster();
  const [ids] = await Promise.all([installation.sell(60), cluster.moveEmission()]);
  report('cluster, moved queue', await installation.takesJobs());
  await installation.allSentOnce(ids);
  expect(installation.replaced()).toBe(0);
});

test('the diagnosis of a cluster finds no fault in any master', async () => {
  const states = await readRedisStates(cluster.servers);
  expect(states.map(({ refused, policy }) => ({ refused, policy }))).toEqual([{}, {}, {}]);
});

test('in a cluster, workers tell the callers that wait for a decision', async () => {
  const told = new Set<number>();
  const unsubscribe = subscribeToDecidedDocuments(cluster.servers, (ids) => {
    for (const id of ids) told.add(id);
  });
  const { id, state } = await waitFor('a decision that is told', async () => {
    const sold = await installation.sellAndWait();
    // the subscription may begin after the first sale
    return told.has(sold.id) && sold;
  });
  unsubscribe();
  expect(state).toBe('aceptado');
  await installation.allSentOnce([id]);
});
