/** Tests what a worker does and reports while a server that it needs is unavailable. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pauseQueue, resumeQueue, type StoredDocument } from '@rafaga/db';
import { createLogger, type Logger } from '@rafaga/runtime';
import type { RunningWorker } from '@rafaga/worker';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { aSender, type Sender } from '../support/senders.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let testEnvironment: TestEnvironment;
let sender: Sender;
let postgres: FaultProxy;
let redis: FaultProxy;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  postgres = await startFaultProxy(testEnvironment.databaseUrl);
  redis = await startFaultProxy(testEnvironment.redisUrl);
});
afterAll(async () => {
  await testEnvironment.stop();
  await Promise.all([postgres.stop(), redis.stop()]);
});
beforeEach(async () => {
  sender = await aSender(testEnvironment.db);
});
afterEach(async () => {
  postgres.recover();
  redis.recover();
  await worker?.stop();
});

/** Every fault that the worker reports now. */
const said = async ({ health }: RunningWorker) => [
  ...(await health.ready()),
  ...(health.degraded?.() ?? []),
];

/** Waits until the worker reports the condition, or no longer reports it. */
async function says(one: RunningWorker, word: string, wanted = true): Promise<void> {
  await waitFor(
    `${word} to be ${wanted ? 'named' : 'named no more'}`,
    async () => (await said(one)).some((each) => each.startsWith(`${word}:`)) === wanted,
  );
}

/** A silent log, and its warnings. */
function aLog(): { log: Logger; warnings: string[] } {
  const warnings: string[] = [];
  const log = createLogger('worker');
  for (const transport of log.transports) transport.silent = true;
  log.on('data', ({ level, message }) => level !== 'info' && warnings.push(String(message)));
  return { log, warnings };
}

const some = (count: number) =>
  testEnvironment.issueAll(sender, 'boleta', Array(count).fill('45678912'));

test('without Redis, documents are sent, and their PDFs are drawn when it is back', async () => {
  redis.down();
  sender = await aSender(testEnvironment.db, { printFormats: ['a4'] });
  worker = await testEnvironment.work({}, { redisServers: redis.url });
  const ids = await some(30);
  for (const id of ids)
    expect((await testEnvironment.until(id, settled)).outcome?.state).toBe('accepted');
  await says(worker, 'redis');
  expect(await worker.health.ready()).toEqual([]);
  redis.recover();
  const isPrinted = ({ files }: StoredDocument) => files.some(({ kind }) => kind === 'pdf-a4');
  for (const id of ids) await testEnvironment.until(id, isPrinted);
});

test('a store without the recorded files is reported, until they are back', async () => {
  const mounted = testEnvironment.filesDir;
  const unmounted = `${mounted}-away`;
  worker = await testEnvironment.work();
  for (const id of await some(5)) await testEnvironment.until(id, settled);
  renameSync(mounted, unmounted);
  mkdirSync(mounted);
  await says(worker, 'archivos_danados');
  renameSync(mounted, `${mounted}-below`);
  renameSync(unmounted, mounted);
  await says(worker, 'archivos_danados', false);
});

test('a failing store is reported, and documents are sent once it is repaired', async () => {
  const filesDir = path.join(testEnvironment.filesDir, '..', 'tomado');
  writeFileSync(filesDir, 'here no folder can be');
  const { log, warnings } = aLog();
  worker = await testEnvironment.work({}, { filesDir }, log);
  const ids = await some(5);
  await says(worker, 'archivos');
  await sleep(500);
  expect(
    warnings.filter((text) => text.startsWith('ALARMA: El almacén de archivos no responde')),
  ).toHaveLength(1);
  rmSync(filesDir);
  for (const id of ids)
    expect((await testEnvironment.until(id, settled)).outcome?.state).toBe('accepted');
  await says(worker, 'archivos', false);
});

test('a PostgreSQL that does not answer is reported, and the failing sweep only once', async () => {
  const { log, warnings } = aLog();
  worker = await testEnvironment.work({}, { databaseUrl: postgres.url }, log);
  const [id] = await some(1);
  await testEnvironment.until(id as number, settled);
  postgres.blackHole();
  await says(worker, 'postgres');
  await says(worker, 'barrido');
  await sleep(6_000);
  postgres.recover();
  await says(worker, 'postgres', false);
  await says(worker, 'barrido', false);
  const [next] = await some(1);
  await testEnvironment.until(next as number, settled);
  expect(warnings.filter((text) => text.startsWith('ALARMA: PostgreSQL no responde'))).toHaveLength(
    1,
  );
  expect(warnings.filter((text) => text.startsWith('ALARMA: El barrido falla'))).toHaveLength(1);
});

test('a worker that claims nothing although documents wait is not ready', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  worker = await testEnvironment.work({
    checkpoint: (checkpoint) => (checkpoint === 'claimed' ? held : undefined),
  });
  const ids = await some(20);
  await says(worker, 'sin_avance');
  expect(await worker.health.ready()).toEqual([expect.stringMatching(/^sin_avance: /)]);
  // a person has stopped them: no restart would help
  await pauseQueue(testEnvironment.db, { actor: 'ana' }, 'emit');
  await says(worker, 'sin_avance', false);
  await resumeQueue(testEnvironment.db, { actor: 'ana' }, 'emit');
  await says(worker, 'sin_avance');
  go();
  for (const id of ids) await testEnvironment.until(id, settled);
  await says(worker, 'sin_avance', false);
});

test("a clock that is not the authority's is reported until they agree", async () => {
  worker = await testEnvironment.work();
  const sendUntil = (wanted: boolean) =>
    waitFor(`reloj_sunat to be ${wanted ? 'named' : 'named no more'}`, async () => {
      const [id] = await some(1);
      await testEnvironment.until(id as number, settled);
      const faults = await said(worker as RunningWorker);
      return faults.some((each) => each.startsWith('reloj_sunat:')) === wanted;
    });
  await testEnvironment.controlSimulator('reloj', { segundos: -95 });
  await sendUntil(true);
  expect(await worker.health.ready()).toEqual([]);
  await testEnvironment.controlSimulator('reloj', { segundos: 0 });
  await sendUntil(false);
});
