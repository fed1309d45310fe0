/** F12 and F13: a full disk of PostgreSQL, and one that fails to write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { answers } from './cluster.js';
import { post } from './load.js';
import { issueDocument, readyz } from './observe.js';
import { eventually, type Scenario } from './scenario.js';

const F12: Scenario = {
  name: 'F12 the disk of PostgreSQL is full',
  seconds: 8,
  disk: 'small',
  inject: async (cluster, tenant) => {
    const { servers, db } = cluster;
    const [port] = cluster.apiPorts as [number];
    const id = await issueDocument(cluster, tenant);
    // with a new segment of the write-ahead log, the tables are the first that cannot grow
    await db.pool.query('SELECT pg_switch_wal()');
    await issueDocument(cluster, tenant);
    await servers.fillDisk();
    const refused = await until503(async () =>
      post(port, tenant, { reference: `lleno-${++asked}`, kind: 'boletas', client: '45678912' }),
    );
    expect(JSON.parse(refused)).toMatchObject({ codigo: 'servicio_no_disponible' });
    const { status, detalle } = await readyz(port);
    expect([status, detalle]).toEqual([
      200,
      expect.arrayContaining(['postgres_sin_espacio: PostgreSQL no tiene espacio en disco']),
    ]);
    const kept = await fetch(`http://127.0.0.1:${port}/v1/boletas/${id}`, {
      headers: tenant.credentials,
    });
    expect(kept.status).toBe(200);
    await sleep(2_000);
    await servers.freeDisk();
    await eventually(
      'a sale on the freed disk',
      async () =>
        (
          await post(port, tenant, {
            reference: `libre-${++asked}`,
            kind: 'boletas',
            client: '45678912',
          })
        )?.status === 201,
    );
    await eventually('no condition named', async () => (await readyz(port)).detalle.length === 0);
  },
};

const F13: Scenario = {
  name: 'F13 the disk of PostgreSQL fails at fsync',
  seconds: 10,
  disk: 'failing',
  inject: async (cluster, tenant) => {
    const { servers } = cluster;
    const panics = () => servers.log().match(/PANIC: .*(fsync|fdatasync)/g)?.length ?? 0;
    for (let failure = 1; failure <= 3; failure++) {
      servers.failSync();
      await eventually(`panic ${failure} of PostgreSQL`, async () => {
        await issueDocument(cluster, tenant).catch(() => undefined);
        return panics() >= failure;
      });
      for (const port of cluster.apiPorts) await answers(`http://127.0.0.1:${port}/readyz`);
    }
  },
};

let asked = 0;

/** Sells until a sale gets 503: some rows still fit into existing pages. */
const until503 = (ask: () => ReturnType<typeof post>): Promise<string> =>
  eventually('a sale refused for lack of disk space', async () => {
    const answer = await ask();
    return answer?.status === 503 && answer.body;
  });

export const DISKS: readonly Scenario[] = [F12, F13];
