/** Starts simulator, API × n, worker × n and panel, each kept running, each with its log. */
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import { PASSWORD_VARIABLES, roleEnv } from '../../migrate/privileges/roles.mjs';
import { keepRunning } from '../../processes/managedProcess.mjs';
import { programOf, root } from '../../processes/places.mjs';
import { API_FLAGS, NODE_FLAGS, WORKER_FLAGS } from '../settings/nodeFlags.mjs';
import { programEnv, WITH_PREVIOUS } from '../settings/secrets.mjs';

/** The IPC channel tells an app that the supervisor is gone, whatever ended it. */
const stdioOf = (log) => ['ignore', log, log, 'ipc'];

const spawnApp =
  (app, env, flags = NODE_FLAGS) =>
  (log) =>
    spawn(process.execPath, [...flags, programOf(app)], {
      cwd: root,
      env: programEnv(app, env),
      stdio: stdioOf(log),
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
  [...WITH_PREVIOUS, ...PASSWORD_VARIABLES].map((name) => [name, undefined]),
);
const forkApi = (env) => (log) => {
  const stdio = stdioOf(log);
  cluster.setupPrimary({ exec: programOf('api'), execArgv: API_FLAGS, args: [], cwd: root, stdio });
  return cluster.fork({ ...UNSET, ...programEnv('api', env) }).process;
};

/** @returns once every process has said that it serves */
export async function startApps(home, { apis, workers }) {
  const envOf = (program) => ({ ...roleEnv(program), RAFAGA_API: String(apis) });
  const start = (name, file, launch) => {
    const log = path.join(home, 'logs', `${file}.log`);
    return keepRunning({ name, log, launch, ready: (child) => once(child, 'message') });
  };
  const many = (count, name, file, launch) =>
    Array.from({ length: count }, (_, at) =>
      start(count === 1 ? name : `${name} ${at + 1}`, `${file}-${at + 1}`, launch),
    );
  // in a demo a second factor is offered, not required
  const panel = { PANEL_SECOND_FACTOR: 'optional', ...envOf('panel') };
  await Promise.all([
    start('El simulador de SUNAT', 'simulator', spawnApp('simulator', envOf('simulator'))),
    ...many(apis, 'La API', 'api', forkApi(envOf('api'))),
    ...many(workers, 'El worker', 'worker', spawnApp('worker', envOf('worker'), WORKER_FLAGS)),
    start('El panel', 'panel', spawnApp('panel', panel)),
  ]);
}
