/**
 * Upgrades an installation from an earlier version to this one while clients issue documents: first
 * the database, then one process after another, so that each version's API runs with the other's
 * worker.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { root } from '../support/program.js';
import { programOf } from '../support/programs.mjs';
import { MASTER_KEY, PEPPER } from '../support/settings.js';
import { answers, type Cluster } from './cluster.js';
import { issueDocument } from './observe.js';
import { eventually, type Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

const run = promisify(execFile);
/** Long enough for each step to issue and settle documents of its own. */
const STEP_MS = 4_000;
const SECONDS = 60;

/** @param from the root of the earlier version, installed and compiled */
export const upgrade = (from: string): Scenario => ({
  name: `upgrade from ${path.basename(from)} under load`,
  seconds: SECONDS,
  version: from,
  reviews: 0,
  async inject(cluster, tenant, load) {
    const earlier = [...cluster.apis];
    await settlesMore(cluster, tenant);
    await migrate(cluster);
    await settlesMore(cluster, tenant);
    // the new worker alone, with the old APIs
    await replace(cluster, 'worker', 0, root);
    await cluster.workers[1]?.stop();
    await settlesMore(cluster, tenant);
    // the old worker alone, with the new APIs
    for (const index of [0, 1]) await replace(cluster, 'api', index, root);
    await replace(cluster, 'worker', 1, from);
    await cluster.workers[0]?.stop();
    await settlesMore(cluster, tenant);
    for (const index of [0, 1]) await replace(cluster, 'worker', index, root);
    await settlesMore(cluster, tenant);
    // what only the earlier version needed
    await migrate(cluster, '--contraer');
    await load.done;
    const errors = tenant.calls.filter(({ answered }) => (answered?.status ?? 0) >= 500);
    const lines = [...earlier, ...cluster.apis].flatMap((api) => api.log().split('\n'));
    load.wrong.push(...errors.flatMap(({ answered }) => reasonsOf(answered?.body ?? '', lines)));
  },
});

/** The body of an answer, and what the log has of its request. */
function reasonsOf(body: string, lines: readonly string[]): string[] {
  const [id] = /[0-9a-f-]{36}/.exec(body) ?? [];
  return [body, ...lines.filter((line) => id && line.includes(id))];
}

/** A program gets its drain, and the next one its port. */
async function replace(
  cluster: Cluster,
  app: 'api' | 'worker',
  index: number,
  version: string,
): Promise<void> {
  const [programs, ports] =
    app === 'api' ? [cluster.apis, cluster.apiPorts] : [cluster.workers, cluster.workerPorts];
  await programs[index]?.stop();
  programs[index] = cluster.startProgram(app, index, version);
  await answers(`http://127.0.0.1:${ports[index]}/readyz`);
}

const migrate = ({ databaseUrl }: Cluster, ...words: string[]) =>
  run(process.execPath, [path.join(root, 'packages/migrate/main.mjs'), ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });

const NEWEST = 'SELECT max(id)::text AS id FROM documents WHERE business_id = $1';
const SETTLED = `SELECT count(*)::int AS count
  FROM documents d JOIN outcomes o ON o.document_id = d.id
  WHERE d.business_id = $1 AND d.id > $2`;
const ENOUGH = 20;

/** Waits until documents that are issued from now on are settled. */
async function settlesMore(cluster: Cluster, tenant: Tenant): Promise<void> {
  const { id } = tenant;
  const { pool } = cluster.db;
  const { rows } = await pool.query<{ id: string | null }>(NEWEST, [id]);
  await sleep(STEP_MS);
  const since = rows[0]?.id ?? '0';
  await eventually(`${ENOUGH} documents after ${since} to be settled`, async () => {
    // the load may have ended
    await issueDocument(cluster, tenant);
    const { rows: settled } = await pool.query<{ count: number }>(SETTLED, [id, since]);
    return (settled[0]?.count ?? 0) >= ENOUGH;
  });
}

/** Made by the version that runs: this one may know columns that its database lacks. */
export async function sellerOf(
  { home, databaseUrl, db }: Cluster,
  version: string,
): Promise<Tenant> {
  const ruc = `20${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const rafaga = async (words: string, ...more: string[]) => {
    const cli = programOf('cli', version);
    const { stdout } = await run(
      process.execPath,
      [cli, ...words.split(' '), ...more, '--ruc', ruc, '--json'],
      {
        cwd: root,
        env: {
          ...process.env,
          RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
          RAFAGA_PEPPER: PEPPER.toString('base64'),
          RAFAGA_HOME: home,
          DATABASE_URL: programUrl(databaseUrl, 'cli'),
          RAFAGA_CLAVE_SOL: 'prueba',
          RAFAGA_CLAVE_CONSULTA: 'prueba',
        },
      },
    );
    return JSON.parse(stdout) as { api_key: string; api_secret: string };
  };
  await rafaga(
    'negocio crear --activar --certificado-autofirmado --usuario-sol PRUEBA --id-consulta prueba ' +
      '--limite-por-minuto 100000 --razon-social',
    'Bodega de Prueba S.A.C.',
  );
  for (const code of ['B001', 'F001']) await rafaga(`serie agregar --serie ${code}`);
  const key = await rafaga('credencial crear --nombre prueba');
  const { rows } = await db.pool.query<{ id: number }>('SELECT id FROM businesses WHERE ruc = $1', [
    ruc,
  ]);
  return {
    id: rows[0]?.id as number,
    ruc,
    credentials: { 'X-Api-Key': key.api_key, 'X-Api-Secret': key.api_secret },
    consults: true,
    calls: [],
  };
}
