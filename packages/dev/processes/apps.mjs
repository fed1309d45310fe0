/** Starts simulator, API × n, worker × n and panel, each kept running, each with its log. */
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import path from 'node:path';
import { root } from '../settings/places.mjs';
import { anyPort } from '../settings/ports.mjs';
import { keepRunning } from './managedProcess.mjs';
import { DETACHED } from './supervisor.mjs';

const main = (app) => path.join(root, 'apps', app, 'dist', 'main.js');
const NODE = ['--enable-source-maps'];
const numbered = (name, number, of) => (of === 1 ? name : `${name} ${number}`);
const numbers = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** Its IPC channel tells an app that we are gone, however we went. */
const spawnApp = (app, env) => (log) =>
  spawn(process.execPath, [...NODE, main(app)], {
    cwd: root,
    env,
    stdio: ['ignore', log, log, 'ipc'],
    detached: DETACHED,
  });

/**
 * API processes share one port through node:cluster, with us as its primary: Node 20 cannot set
 * SO_REUSEPORT, and in a cluster the API needs no line for it. A process that dies comes back on
 * the same port, since the others (or we) hold the socket. Each takes its connections itself: were
 * we to hand them out, as is usual, those of a busy moment would queue with us by the ten thousand,
 * long given up by whoever opened them, and be served before the living.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE;
const forkApi = (env) => (log) => {
  cluster.setupPrimary({
    exec: main('api'),
    execArgv: NODE,
    args: [],
    cwd: root,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const { process: child } = cluster.fork(env).once('listening', () => listening.add(child));
  return child;
};
const listening = new WeakSet();

const answersAt = (address) => async () => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) });
  const body = await answer.text();
  return answer.ok || restoring(body);
};

/**
 * A process in restoration mode does what it should: it waits for the operator, who needs it
 * running.
 */
const restoring = (body) => body.includes('"restauracion"');

/** @returns whether the API issues nothing because the database knows less than was acknowledged */
export async function inRestoration(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  return restoring(await answer.text());
}

/** @returns once every process answers */
export async function startApps(home, { ports, apis, workers }) {
  const env = { ...process.env, RAFAGA_API: String(apis) };
  const log = (name) => path.join(home, 'logs', `${name}.log`);
  const simulator = keepRunning({
    name: 'El simulador de SUNAT',
    log: log('simulator'),
    launch: spawnApp('simulator', env),
    ready: answersAt(`http://127.0.0.1:${ports.SIMULATOR_PORT}/`),
    graceMs: 5_000,
  });
  const apiAnswers = answersAt(`http://127.0.0.1:${ports.API_PORT}/readyz`);
  const api = numbers(apis).map((number) =>
    keepRunning({
      name: numbered('La API', number, apis),
      log: log(`api-${number}`),
      launch: forkApi(env),
      ready: async (child) => listening.has(child) && apiAnswers(),
    }),
  );
  const worker = numbers(workers).map(async (number) => {
    const port = await anyPort();
    return keepRunning({
      name: numbered('El worker', number, workers),
      log: log(`worker-${number}`),
      launch: spawnApp('worker', { ...env, WORKER_HEALTH_PORT: String(port) }),
      ready: answersAt(`http://127.0.0.1:${port}/readyz`),
    });
  });
  const panel = keepRunning({
    name: 'El panel',
    log: log('panel'),
    // whoever starts a demonstration has no telephone at hand: a second factor is offered, not
    // asked for
    launch: spawnApp('panel', { PANEL_SECOND_FACTOR: 'optional', ...env }),
    ready: answersAt(`http://127.0.0.1:${ports.PANEL_PORT}/readyz`),
    graceMs: 15_000,
  });
  await Promise.all([simulator, ...api, ...worker, panel]);
}
