/** An API and two workers on one Redis, the sales that they issue, and what the authority got. */
import { startApi } from '@rafaga/api/start';
import { countQueues, createEmissionQueue } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { callsTo } from '../support/api.js';
import { aBoleta, aReference } from '../support/saleBody.js';
import { apiSettings, testLog } from '../support/settings.js';
import type { Tenant } from '../support/tenant.js';
import type { TestEnvironment } from '../support/testEnvironment.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';

export interface Installation {
  /** Issues boletas, one after the other. @returns their ids */
  sell(count: number): Promise<number[]>;
  /** Resolves when Redis accepts a job and a worker takes it. @returns the seconds until then */
  takesJobs(): Promise<string>;
  /** Issues a boleta whose caller waits for its decision. @returns its id and its state */
  sellAndWait(): Promise<{ id: number; state: string }>;
  /** Resolves when all are accepted, each sent to the authority once. */
  allSentOnce(ids: readonly number[]): Promise<void>;
  /** How often a consumer was replaced because it took no jobs. */
  replaced(): number;
  stop(): Promise<void>;
}

export async function startInstallation(
  environment: TestEnvironment,
  tenant: Tenant,
  redisServers: RedisServers,
): Promise<Installation> {
  const api = await startApi(apiSettings({ ...environment, redisServers }), testLog('api'));
  const { boleta, post } = callsTo(api.port);
  let replaced = 0;
  const log = testLog('worker');
  log.on('data', ({ message }) => {
    if (String(message).includes('se cambia el procesador')) replaced += 1;
  });
  const workers = await Promise.all([1, 2].map(() => environment.work({}, { redisServers }, log)));
  const queue = createEmissionQueue(redisServers);
  return {
    async sell(count) {
      const ids: number[] = [];
      for (let i = 0; i < count; i++) {
        const reference = aReference();
        const reply = await untilIssued(() => boleta(tenant.credentials, {}, reference));
        ids.push(reply.json.datos.id);
      }
      return ids;
    },
    takesJobs: () => takesJobs(queue, redisServers),
    async sellAndWait() {
      const headers = { 'Idempotency-Key': aReference(), Prefer: 'wait=30' };
      const reply = await post('/v1/boletas', { ...tenant.credentials, ...headers }, aBoleta());
      const { id, fiscal } = reply.json.datos;
      return { id, state: (fiscal as { estado: string }).estado };
    },
    async allSentOnce(ids) {
      for (const { outcome, series, number } of await environment.untilEnded([...ids])) {
        const name = `${tenant.ruc}-03-${series}-${number}`;
        const { length } = await environment.received(name);
        if (outcome?.state !== 'accepted' || length !== 1)
          throw new Error(`${name}: ${outcome?.state}, sent ${length} times`);
      }
    },
    replaced: () => replaced,
    async stop() {
      await Promise.all([queue.close(), api.stop(), ...workers.map((worker) => worker.stop())]);
    },
  };
}

let dispatches = 1_000;

async function takesJobs(
  queue: ReturnType<typeof createEmissionQueue>,
  redisServers: RedisServers,
): Promise<string> {
  const since = performance.now();
  // a job of an unknown document is taken and does nothing
  const dispatch = { documentId: 2 ** 40, businessId: 0, dispatches: dispatches++ };
  let last = '';
  await waitFor(
    () => `Redis to accept a job: ${last}`,
    () =>
      queue.enqueue([dispatch]).then(
        () => true,
        (error: Error) => {
          last = error.message;
          return false;
        },
      ),
  );
  await waitFor('the job to be taken', async () => {
    const { emit } = await countQueues(redisServers).catch(() => ({ emit: { waiting: 1 } }));
    return emit.waiting === 0;
  });
  return ((performance.now() - since) / 1_000).toFixed(1);
}
