/** F18: wrong clocks, midnight in Lima, and a certificate that expires. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { limaToday } from '@rafaga/fiscal';
import type { ManagedProcess } from '../support/managedProcess.js';
import { giveCertificate } from '../support/senders.js';
import type { Cluster } from './cluster.js';
import { post } from './load.js';
import { issueDocument, timeline, untilStep } from './observe.js';
import { eventually, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMA_MS = 5 * HOUR_MS;
const MOMENT_MS = 180_000;

const F18_WRONG: Scenario = {
  name: 'F18 half of the machines are an hour ahead, half an hour behind',
  checkpoints: 'all',
  seconds: 6,
  inject: async (cluster, tenant) => {
    await setAll(cluster, ({ place }) => (place % 2 === 0 ? HOUR_MS : -HOUR_MS));
    await eventually('every process to name its clock', async () => {
      const { rows } = await cluster.db.pool.query(CLOCKS_NAMED);
      return rows[0].named === 4;
    });
    // leases use the database's clock: no worker claims a document that another processes
    const issued = await Promise.all(
      Array.from({ length: 10 }, () => issueDocument(cluster, tenant)),
    );
    for (const id of issued) {
      await untilStep(cluster, id, 'accepted');
      expect(await timeline(cluster, id)).toEqual(['taken', 'signed', 'sending', 'accepted']);
    }
    await setAll(cluster, () => 0);
  },
};

const F18_MIDNIGHT: Scenario = {
  name: 'F18 midnight in Lima',
  checkpoints: 'all',
  seconds: 2,
  inject: async (cluster, tenant, load) => {
    // the load uses the dates of the real clock
    await load.done;
    const midnight = Math.floor((Date.now() - LIMA_MS) / DAY_MS) * DAY_MS + LIMA_MS;
    const [eve, day, morrow] = [-1, 0, 1].map((days) =>
      limaToday(new Date(midnight + days * DAY_MS + MOMENT_MS)),
    ) as [string, string, string];
    const [api] = cluster.apis as [ManagedProcess];
    await api.setClock(midnight - MOMENT_MS - Date.now());
    expect(await sold(cluster, tenant, [eve, day])).toEqual([201, 422]);
    await api.setClock(midnight + MOMENT_MS - Date.now());
    expect(await sold(cluster, tenant, [eve, day, morrow])).toEqual([201, 201, 422]);
    await api.setClock(0);
  },
};

const F18_CERTIFICATE: Scenario = {
  name: 'F18 the certificate expires while documents wait to be signed',
  checkpoints: 'all',
  seconds: 6,
  reviews: 0,
  inject: async (cluster, tenant) => {
    const notAfter = new Date(Date.now() + 2_000);
    for (const worker of cluster.workers) worker.kill('SIGSTOP');
    await giveCertificate(cluster.db, tenant.id, { notAfter });
    const waiting = await issueDocument(cluster, tenant);
    await sleep(notAfter.getTime() - Date.now() + 500);
    for (const worker of cluster.workers) worker.kill('SIGCONT');
    const why = 'SELECT pause_reason AS why FROM businesses WHERE id = $1';
    await eventually('the pause for an expired certificate', async () =>
      /venció/.test((await cluster.db.pool.query(why, [tenant.id])).rows[0].why ?? ''),
    );
    expect(await timeline(cluster, waiting)).not.toContain('rejected');
    const today = [limaToday(new Date())];
    await eventually(
      'a sale refused without a valid certificate',
      async () => (await sold(cluster, tenant, today))[0] === 409,
    );
    await giveCertificate(cluster.db, tenant.id);
    await untilStep(cluster, waiting, 'accepted');
  },
};

const CLOCKS_NAMED = `
  SELECT count(*)::int AS named FROM processes WHERE conditions::jsonb @> '[{"word": "reloj"}]'`;

const setAll = (cluster: Cluster, aheadMs: (which: { place: number }) => number) =>
  Promise.all(
    [cluster.apis, cluster.workers].flatMap((processes) =>
      processes.map((each, place) => each.setClock(aheadMs({ place }))),
    ),
  );

let asked = 0;

/** The statuses with which the first API answers sales of these days. */
async function sold(
  cluster: Cluster,
  tenant: Tenant,
  days: string[],
): Promise<(number | undefined)[]> {
  const answers: (number | undefined)[] = [];
  for (const issueDate of days) {
    const sale = {
      reference: `dia-${tenant.id}-${++asked}`,
      kind: 'boletas',
      client: '45678912',
      issueDate,
    } as const;
    answers.push((await post(cluster.apiPorts[0] as number, tenant, sale))?.status);
  }
  return answers;
}

export const CLOCKS: readonly Scenario[] = [F18_WRONG, F18_MIDNIGHT, F18_CERTIFICATE];
