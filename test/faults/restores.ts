/** F20: a base backup is restored under the running system. */
import { execFileSync } from 'node:child_process';
import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';
import { findBusiness, holdBusiness, resumeBusiness } from '@rafaga/db';
import pg from 'pg';
import { rafagaIn } from '../support/cli.js';
import type { Cluster } from './cluster.js';
import { type Ack, type Load, post } from './load.js';
import { eventually, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

const BY = { actor: 'ana', reason: 'inventario' };
const all = process.env.RAFAGA_FAULTS === 'all';
/** Documents acknowledged after the backup; the load issues twenty a second, or ten. */
const SOLD_SINCE = all ? 500 : 20;
const SECONDS = all ? 30 : 8;

const F20_PAUSED: Scenario = {
  name: 'F20 a backup from within a pause is put back after the business has sent again',
  seconds: SECONDS,
  prepare: ({ db }, { id }) => holdBusiness(db, BY, id),
  async inject(cluster, tenant, load) {
    const { db } = cluster;
    const where = { businessId: tenant.id, state: 'accepted' };
    await lose(cluster, tenant, load, async () => {
      await resumeBusiness(db, BY, tenant.id);
      await eventually(
        'ten documents accepted since the backup',
        async () => (await db.prisma.outcome.count({ where })) >= 10,
      );
    });
    expect((await findBusiness(db, tenant.ruc))?.pauseReason).toBe(BY.reason);
    await resumeBusiness(db, BY, tenant.id);
  },
};

const F20: Scenario = {
  name: `F20 a backup from before the last ${SOLD_SINCE} acknowledged documents is put back`,
  checkpoints: 'second',
  short: true,
  seconds: SECONDS,
  inject: (cluster, tenant, load) => lose(cluster, tenant, load),
};

/** @param since what happens between the backup and the loss */
async function lose(
  cluster: Cluster,
  tenant: Tenant,
  load: Load,
  since = async (): Promise<void> => undefined,
): Promise<void> {
  const putBack = await baseBackup(cluster);
  // sales that were requested before the backup ended may be in it
  const before = new Set(load.sales);
  await eventually(
    `${SOLD_SINCE} sales acknowledged since the backup`,
    () => load.acks.filter(({ sale }) => !before.has(sale)).length >= SOLD_SINCE,
  );
  await since();
  const acknowledged = [...load.acks];
  putBack();
  for (const port of cluster.apiPorts)
    await eventually('restoration mode', async () => (await readyz(port)).includes('restauracion'));
  const refused = await until503(cluster, tenant);
  expect(JSON.parse(refused)).toMatchObject({ codigo: 'restauracion' });
  const sent = await registered(cluster);
  await rebuild(cluster);
  expect(await registered(cluster)).toBe(sent);
  await replayed(cluster, tenant, acknowledged);
  await end(cluster);
  await sellOn(cluster, tenant, load);
}

/** @returns replaces the data with the backup and kills the server, which restarts with it */
async function baseBackup({ servers }: Cluster): Promise<() => void> {
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ data: string }>(
    `SELECT current_setting('data_directory') AS data`,
  );
  const data = rows[0]?.data as string;
  const copy = `${data}.backup-${Date.now()}`;
  await client.query(`SELECT pg_backup_start('faults', true)`);
  copyTree(data, copy);
  const label = await client.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(false)',
  );
  await client.end();
  // `/.` copies the content of the folder, not the folder
  copyTree(`${data}/pg_wal/.`, path.join(copy, 'pg_wal'));
  rmSync(path.join(copy, 'postmaster.pid'), { force: true });
  const { uid, gid } = statSync(data);
  writeFileSync(path.join(copy, 'backup_label'), label.rows[0]?.labelfile as string, {
    mode: 0o600,
  });
  chownSync(path.join(copy, 'backup_label'), uid, gid);
  return () => {
    renameSync(data, `${data}.lost-${Date.now()}`);
    renameSync(copy, data);
    process.kill(servers.pid('PostgreSQL'), 'SIGKILL');
  };
}

/** Ignores files that vanish while they are copied: the write-ahead log restores them. */
function copyTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: 'pipe' });
  } catch (error) {
    const told = String((error as { stderr?: Buffer }).stderr);
    if (told.split('\n').some((line) => line !== '' && !line.includes('No such file'))) throw error;
  }
}

async function readyz(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined);
  return answer ? answer.text() : '';
}

/** Until connections are restored, the answer may be that of an unavailable database. */
async function until503(cluster: Cluster, tenant: Tenant): Promise<string> {
  for (let tries = 0; ; tries++) {
    const sale = {
      reference: `restauracion-${tenant.id}`,
      kind: 'boletas',
      client: '45678912',
    } as const;
    const answer = await post(cluster.apiPorts[0] as number, tenant, sale);
    expect(answer?.status ?? 503).toBe(503);
    if (answer?.body.includes('restauracion') || tries > 50) return answer?.body ?? '{}';
  }
}

/** How many documents the authority has received. */
async function registered({ simulatorUrl }: Cluster): Promise<number> {
  const answer = await fetch(`${simulatorUrl}/control/ledger`);
  return ((await answer.json()) as { service: string }[]).filter(
    ({ service }) => service === 'sendBill',
  ).length;
}

const restaurar = async ({ home, servers }: Cluster, ...words: string[]): Promise<string> => {
  // the load goes on, so that commands take longer
  const rafaga = rafagaIn(home, { DATABASE_URL: servers.databaseUrl }, 200_000);
  const { code, stdout, stderr } = await rafaga('restaurar', ...words);
  expect([words, code, code === 0 ? '' : stderr]).toEqual([words, 0, '']);
  return stdout;
};

async function rebuild(cluster: Cluster): Promise<void> {
  const { reconstruido } = JSON.parse(await restaurar(cluster, 'reconstruir', '--json'));
  expect(reconstruido.failed).toEqual([]);
  expect(reconstruido.documents).toBeGreaterThanOrEqual(SOLD_SINCE);
  await restaurar(cluster, 'preguntar', '--tramo', '5');
}

async function end(cluster: Cluster): Promise<void> {
  await restaurar(cluster, 'terminar', '--persona', 'ana@cadena.pe', '--motivo', 'F20');
  await restaurar(cluster, 'terminar', '--persona', 'luis@cadena.pe', '--saltar', '0');
}

/** Expects byte-identical replays from each API while the restoration is open. */
async function replayed(cluster: Cluster, tenant: Tenant, acks: readonly Ack[]): Promise<void> {
  for (const [at, { sale, body }] of acks.entries()) {
    const port = cluster.apiPorts[at % cluster.apiPorts.length] as number;
    // under the load of all clients an API may answer 503: a client repeats the request
    const answer = await eventually(`the replay of ${sale.reference}`, async () => {
      const reply = await post(port, tenant, sale);
      return reply && reply.status !== 503 && reply;
    });
    expect([sale.reference, answer]).toEqual([sale.reference, { status: 201, body }]);
  }
}

/** Expects that no number is given twice after the restoration. */
async function sellOn(cluster: Cluster, tenant: Tenant, load: Load): Promise<void> {
  const sale = { reference: `despues-${tenant.id}`, kind: 'boletas', client: '45678912' } as const;
  await eventually(
    'a sale after the restoration',
    async () => (await post(cluster.apiPorts[1] as number, tenant, sale))?.status === 201,
  );
  await load.done;
  const numbers = load.acks.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
}

export const RESTORES: readonly Scenario[] = [F20, F20_PAUSED];
