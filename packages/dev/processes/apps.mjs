/** Starts simulator, API × n, worker × n and panel, each kept running, each with its log. */
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import path from 'node:path';
import getPort from 'get-port';
import { PASSWORD_VARIABLES, roleEnv } from '../../migrate/privileges/roles.mjs';
import { API_FLAGS, NODE_FLAGS, WORKER_FLAGS } from '../settings/nodeFlags.mjs';
import { root } from '../settings/places.mjs';
import { programEnv, SECRETS } from '../settings/secrets.mjs';
import { keepRunning } from './managedProcess.mjs';

const main = (app) => path.join(root, 'apps', app, 'dist', 'main.js');

/** The IPC channel tells an app that the supervisor is gone, whatever ended it. */
const spawnApp = (app, env) => (log) =>
  spawn(process.execPath, [...(app === 'worker' ? WORKER_FLAGS : NODE_FLAGS), main(app)], {
    cwd: root,
    env: programEnv(app, env),
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });

/**
 * API processes share one port through node:cluster, with the supervisor as its primary: Node 20
 * cannot set SO_REUSEPORT, and in a cluster the API needs no line for it. A process that is started
 * again gets the same port, since the primary holds the socket. Each process accepts connections
 * itself (SCHED_NONE): the primary's round robin would queue the connections of a busy period by
 * the ten thousand and serve those that their clients gave up before the live ones.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE;
/** A cluster gives its processes the whole environment, but for what is undefined. */
const UNSET = Object.fromEntries(
  [...SECRETS, ...PASSWORD_VARIABLES].map((name) => [name, undefined]),
);
const forkApi = (env) => (log) => {
  const stdio = ['ignore', log, log, 'ipc'];
  cluster.setupPrimary({ exec: main('api'), execArgv: API_FLAGS, args: [], cwd: root, stdio });
  const { process: child } = cluster
    .fork({ ...UNSET, ...programEnv('api', env) })
    .once('listening', () => listening.add(child));
  return child;
};
const listening = new WeakSet();

async function readiness(port, place = '/readyz') {
  const signal = AbortSignal.timeout(2_000);
  const answer = await fetch(`http://127.0.0.1:${port}${place}`, { signal });
  return { ok: answer.ok, restoring: (await answer.text()).includes('"restauracion"') };
}

/** A process in restoration mode is not ready, but works: it waits for the operator. */
const answersAt = (port, place) => async () => {
  const { ok, restoring } = await readiness(port, place);
  return ok || restoring;
};

/** @returns whether the API issues nothing because the database knows less than was acknowledged */
export const inRestoration = async (port) => (await readiness(port)).restoring;

/** @returns once every process answers */
export async function startApps(home, { ports, apis, workers }) {
  const envOf = (program) => ({ ...roleEnv(program), RAFAGA_API: String(apis) });
  const start = (file, options) =>
    keepRunning({ log: path.join(home, 'logs', `${file}.log`), ...options });
  const apiAnswers = answersAt(ports.API_PORT);
  const simulator = start('simulator', {
    name: 'El simulador de SUNAT',
    launch: spawnApp('simulator', envOf('simulator')),
    ready: answersAt(ports.SIMULATOR_PORT, '/'),
  });
  const api = numbered('La API', apis, (name, number) =>
    start(`api-${number}`, {
      name,
      launch: forkApi(envOf('api')),
      ready: async (child) => listening.has(child) && apiAnswers(),
    }),
  );
  const worker = numbered('El worker', workers, async (name, number) => {
    const port = await getPort();
    const env = { ...envOf('worker'), WORKER_HEALTH_PORT: String(port) };
    await start(`worker-${number}`, {
      name,
      launch: spawnApp('worker', env),
      ready: answersAt(port),
    });
  });
  const panel = start('panel', {
    name: 'El panel',
    // in a demo a second factor is offered, not required
    launch: spawnApp('panel', { PANEL_SECOND_FACTOR: 'optional', ...envOf('panel') }),
    ready: answersAt(ports.PANEL_PORT),
  });
  await Promise.all([simulator, ...api, ...worker, panel]);
}

const numbered = (name, count, start) =>
  Array.from({ length: count }, (_, at) => start(count === 1 ? name : `${name} ${at + 1}`, at + 1));
