/** Starts a whole installation as real processes behind proxies, restarted when they end. */
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { freePort } from '../support/freePort.js';
import { type ManagedProcess, startManagedProcess } from '../support/managedProcess.js';
import { root } from '../support/program.js';
import { programOf } from '../support/programs.mjs';
import { MASTER_KEY, PEPPER } from '../support/settings.js';
import { waitFor } from '../support/waitFor.js';
import { startReplicatedServers } from './replicated.js';
import { type Disk, type Servers, startServers } from './servers.js';

export interface Cluster {
  home: string;
  /** Of the owner, without the proxy. */
  databaseUrl: string;
  db: TestDb;
  servers: Servers;
  apiPorts: number[];
  apis: ManagedProcess[];
  workers: ManagedProcess[];
  /** The health ports of the workers. */
  workerPorts: number[];
  simulator: ManagedProcess;
  simulatorUrl: string;
  redisUrl: string;
  links: { postgres: FaultProxy; redis: FaultProxy; authority: FaultProxy };
  /** Starts an API or a worker of a version on the ports of the one with this index. */
  startProgram(app: 'api' | 'worker', index: number, version: string): ManagedProcess;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Of both servers. */
  disk?: Disk;
  /** PostgreSQL with a standby, Redis with sentinels. */
  replicated?: boolean;
  /**
   * Workers of one process each, which stop at checkpoints and whose clock a test sets: both, or
   * only the second, beside one of production.
   */
  checkpoints?: 'all' | 'second';
  /** The root of the checkout whose programs are started. */
  version?: string;
}

export async function startCluster({
  disk = 'usual',
  replicated = false,
  checkpoints,
  version = root,
}: ClusterOptions = {}): Promise<Cluster> {
  const home = aHome();
  const servers = await (replicated ? startReplicatedServers() : startServers(home, disk, version));
  const { databaseUrl, redisUrl } = servers;
  const simulatorPort = await freePort();
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const links = await startLinks(servers, simulatorUrl);
  const env = environmentOf(home, servers, links);
  const apiPorts = [await freePort(), await freePort()];
  const workerPorts = [await freePort(), await freePort()];
  const simulator = startManagedProcess('simulator', programOf('simulator'), {
    ...env,
    SIMULATOR_PORT: String(simulatorPort),
  });
  const fileOf = (app: 'api' | 'worker', index: number, from: string) =>
    app === 'worker' && (checkpoints === 'all' || (checkpoints === 'second' && index === 1))
      ? path.join(from, WORKER_WITH_CHECKPOINTS)
      : programOf(app, from);
  const startProgram: Cluster['startProgram'] = (app, index, from) =>
    startManagedProcess(`${app} ${index + 1}`, fileOf(app, index, from), {
      ...env,
      DATABASE_URL: programUrl(servers.replicas ? databaseUrl : links.postgres.url, app),
      API_PORT: String(apiPorts[index]),
      WORKER_HEALTH_PORT: String(workerPorts[index]),
    });
  const apis = apiPorts.map((_, index) => startProgram('api', index, version));
  const workers = workerPorts.map((_, index) => startProgram('worker', index, version));
  for (const port of apiPorts) await answers(`http://127.0.0.1:${port}/readyz`);
  await answers(`${simulatorUrl}/healthz`);
  const db = createTestDb(databaseUrl, { max: 4 });
  const own = { home, databaseUrl, redisUrl, db, servers, links, apis, workers, simulator };
  const stop = () => stopCluster(own);
  return { ...own, apiPorts, workerPorts, simulatorUrl, startProgram, stop };
}

function aHome(): string {
  const home = path.resolve(
    root,
    process.env.RAFAGA_HOME ?? '.rafaga-faults',
    `cluster-${process.pid}-${Date.now()}`,
  );
  mkdirSync(home, { recursive: true });
  return home;
}

const startLinks = async (servers: Servers, simulatorUrl: string): Promise<Cluster['links']> => ({
  postgres: await startFaultProxy(servers.databaseUrl),
  redis: await startFaultProxy(servers.redisUrl),
  authority: await startFaultProxy(simulatorUrl),
});

/** The variables of every program. */
const environmentOf = (
  home: string,
  { replicas }: Servers,
  { redis, authority }: Cluster['links'],
): NodeJS.ProcessEnv => ({
  ...process.env,
  RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
  RAFAGA_PEPPER: PEPPER.toString('base64'),
  NODE_ENV: 'production',
  NODE_OPTIONS: '',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  RAFAGA_HOME: home,
  REDIS_URL: redis.url,
  ...replicas?.redisEnv,
  RAFAGA_SIMULATOR_URL: `http://127.0.0.1:${authority.port}`,
  RAFAGA_API: '2',
});

async function stopCluster(
  cluster: Omit<Cluster, 'apiPorts' | 'workerPorts' | 'simulatorUrl' | 'startProgram' | 'stop'>,
): Promise<void> {
  const { links, apis, workers, simulator, db, servers, home } = cluster;
  for (const link of Object.values(links)) link.heal();
  await Promise.all([...apis, ...workers].map((managed) => managed.stop()));
  await simulator.stop();
  await db.close().catch(() => undefined);
  for (const link of Object.values(links)) await link.stop();
  await servers.stop();
  rmSync(home, { recursive: true, force: true });
}

const WORKER_WITH_CHECKPOINTS = 'test/faults/worker.mjs';

export const answers = (url: string) =>
  waitFor(
    `${url} to answer`,
    () =>
      fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        (answer) => answer.ok,
        () => false,
      ),
    { withinMs: 180_000 },
  );

/**
 * Calls the simulator's control API without the proxy, on a new connection each time, because a
 * kept-alive one may be closed by now.
 */
export async function controlSimulator(
  { simulatorUrl }: Cluster,
  to: string,
  body: object,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const call = request(`${simulatorUrl}/control/${to}`, { method: 'POST', headers, agent: false });
  call.end(JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const said = (await answer.toArray()).join('');
  if (answer.statusCode !== 200) throw new Error(`${to}: ${said}`);
}
