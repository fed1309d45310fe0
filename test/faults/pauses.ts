/** F26: programs and servers are killed while a business is paused and goes on selling. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { findBusiness, holdBusiness, resumeBusiness } from '@rafaga/db';
import { giveAccess } from '../support/senders.js';
import { type Cluster, controlSimulator } from './cluster.js';
import type { Load } from './load.js';
import { redis } from './observe.js';
import { eventually, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

const BY = { actor: 'ana', reason: 'inventario' };

/** Kills both workers three times, in turn. */
async function killWorkers({ workers }: Cluster): Promise<void> {
  for (let times = 0; times < 6; times++) {
    workers[times % 2]?.kill('SIGKILL');
    await sleep(1_100);
  }
}

/** Stops PostgreSQL as a restart and as a crash do, and empties and kills Redis. */
async function killServers(cluster: Cluster): Promise<void> {
  const { servers } = cluster;
  process.kill(servers.pid('PostgreSQL'), 'SIGINT');
  await sleep(2_000);
  await redis(cluster, ['FLUSHALL']);
  await sleep(1_000);
  process.kill(servers.pid('PostgreSQL'), 'SIGQUIT');
  process.kill(servers.pid('Redis'), 'SIGKILL');
  await sleep(3_000);
}

/** Waits for the signatures, resumes, and expects each XML as a client had it in the pause. */
async function signedOnce(
  cluster: Cluster,
  tenant: Tenant,
  load: Load,
  resume: () => Promise<unknown>,
): Promise<void> {
  await load.done;
  const { db } = cluster;
  const none = (stages: string[]) =>
    eventually(`no document that is ${stages.join(' or ')}`, async () => {
      const where = { businessId: tenant.id, stage: { in: stages } };
      return (await db.prisma.emission.count({ where })) === 0;
    });
  const accepted = () =>
    db.prisma.outcome.count({ where: { businessId: tenant.id, state: 'accepted' } });
  await none(['recorded']);
  const signed = await signaturesOf(cluster, tenant, load);
  expect(await accepted()).toBe(0);
  await resume();
  await none(['recorded', 'signed', 'sending']);
  expect(await signaturesOf(cluster, tenant, load)).toEqual(signed);
  expect(await accepted()).toBe(load.acks.length);
}

/** What a till prints of each sale, and the digest of the XML that it downloads. */
async function signaturesOf(
  { db, apiPorts: [port] }: Cluster,
  { credentials }: Tenant,
  { acks }: Load,
): Promise<object[]> {
  const { rows } = await db.pool.query<{ id: number; qr: string; digest: string }>(
    `SELECT document_id::float8 AS id, qr, digest FROM outcomes
      WHERE document_id = ANY ($1) ORDER BY document_id`,
    [acks.map(({ id }) => id)],
  );
  const kinds = new Map(acks.map(({ id, sale }) => [id, sale.kind]));
  const signatures: object[] = [];
  for (const row of rows) {
    const url = `http://127.0.0.1:${port}/v1/${kinds.get(row.id)}/${row.id}`;
    const read = (file: string) =>
      eventually(`${file} of document ${row.id}`, async () => {
        const answer = await fetch(`${url}/${file}`, { headers: credentials });
        const bytes = Buffer.from(await answer.arrayBuffer());
        return answer.ok && bytes;
      });
    await read('pdf');
    const xml = await read('xml');
    expect(xml.toString()).toContain(`<ds:DigestValue>${row.digest}</ds:DigestValue>`);
    signatures.push({ ...row, xml: createHash('sha256').update(xml).digest('hex') });
  }
  expect(signatures).toHaveLength(acks.length);
  return signatures;
}

const scenario = (
  name: string,
  fault: (cluster: Cluster) => Promise<void>,
  more: Partial<Scenario> = {},
): Scenario => ({
  name: `F26 ${name}`,
  seconds: 7,
  reviews: 0,
  prepare: ({ db }, { id }) => holdBusiness(db, BY, id),
  async inject(cluster, tenant, load) {
    await fault(cluster);
    await signedOnce(cluster, tenant, load, () => resumeBusiness(cluster.db, BY, tenant.id));
  },
  ...more,
});

export const PAUSES: readonly Scenario[] = [
  scenario(
    'workers are killed again and again while an operator has paused a business',
    killWorkers,
  ),
  scenario('PostgreSQL and Redis are restarted while a business is paused', killServers),
  scenario('workers are killed while SUNAT refuses the SOL password of a business', killWorkers, {
    prepare: (cluster, { ruc }) =>
      controlSimulator(cluster, 'siguiente', { resultado: 'clave-mala', ruc, veces: 1_000 }),
    async inject(cluster, tenant, load) {
      const { db } = cluster;
      await eventually('the pause', async () => (await findBusiness(db, tenant.ruc))?.pauseReason);
      await killWorkers(cluster);
      await signedOnce(cluster, tenant, load, async () => {
        await controlSimulator(cluster, 'normal', {});
        await giveAccess(db, tenant.id, { consult: true });
      });
    },
  }),
];
