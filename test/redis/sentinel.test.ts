/** Tests that Ráfaga continues after the sentinels of its Redis choose another master. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { type Installation, startInstallation } from './installation.js';
import { type Sentinels, startSentinels } from './sentinels.js';

let redis: Sentinels;
let environment: TestEnvironment;
let installation: Installation;
beforeAll(async () => {
  [redis, environment] = await Promise.all([startSentinels(), startEnvironment()]);
  const tenant = await createTenant(environment.db);
  installation = await startInstallation(environment, tenant, redis.servers);
  await installation.takesJobs();
});
afterAll(async () => {
  await installation.stop();
  await environment.stop();
  await redis.stop();
});

test('workers that wait for a job get those of the next master', async () => {
  await redis.failover();
  const seconds = await installation.takesJobs();
  process.stdout.write(`sentinel: jobs are taken ${seconds} s after an ordered failover\n`);
  await installation.allSentOnce(await installation.sell(20));
  expect(installation.replaced()).toBe(0);
});

test('a master that is killed under load loses no document and sends none twice', async () => {
  await redis.replicated();
  const killed = await redis.master();
  const before = await installation.sell(40);
  const [during, seconds] = await Promise.all([
    installation.sell(120),
    killed.end('SIGKILL').then(installation.takesJobs),
  ]);
  process.stdout.write(`sentinel: jobs are taken ${seconds} s after the kill of the master\n`);
  const after = await installation.sell(20);
  await installation.allSentOnce([...before, ...during, ...after]);
  expect((await redis.master()).port).not.toBe(killed.port);
});
