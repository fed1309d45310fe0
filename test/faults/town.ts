/** The whole installation as real processes, each behind a proxy, each started again when it dies. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Db } from '@rafaga/db';
import { MASTER_KEY } from '../exchange/documents.js';
import { type FaultProxy, startProxy } from './proxy.js';

const root = path.resolve(import.meta.dirname, '../..');

export const PEPPER = Buffer.alloc(32, 5);

export interface Order {
  moment: 'claimed' | 'signed' | 'intended' | 'answered' | 'kept' | 'settled';
  documentId?: number;
  /** Absent: it waits there until it is told to go on. */
  signal?: NodeJS.Signals;
  times: number;
}

export interface Kept {
  name: string;
  /** The process of now. */
  child: ChildProcess;
  /** How often it was started. */
  starts: number;
  tell(message: { order: Order } | { go: true }): void;
  /** Kills it; it is started again. */
  kill(signal: NodeJS.Signals): void;
  /** A message of its hook. */
  reached(): Promise<{ moment: string; documentId: number }>;
  stop(): Promise<void>;
}

export interface Town {
  home: string;
  db: Db;
  apiPorts: number[];
  apis: Kept[];
  workers: Kept[];
  simulator: Kept;
  simulatorUrl: string;
  redisUrl: string;
  links: { postgres: FaultProxy; redis: FaultProxy; authority: FaultProxy };
  /** The process of a server, as the operating system knows it. */
  serverPid(name: 'PostgreSQL' | 'Redis'): number;
  tell(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

export async function startTown(): Promise<Town> {
  const home = path.resolve(root, process.env.RAFAGA_HOME ?? '.rafaga-faults', `town-${process.pid}-${Date.now()}`);
  mkdirSync(home, { recursive: true });
  const servers = fork(path.join(import.meta.dirname, 'servers.mjs'), [home], {
    env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', RAFAGA_HOME: home, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ databaseUrl, redisUrl, processes }] = (await once(servers, 'message')) as [
    { databaseUrl: string; redisUrl: string; processes: string },
  ];
  const simulatorPort = await freePort();
  const links = {
    postgres: await startProxy(targetOf(databaseUrl)),
    redis: await startProxy(targetOf(redisUrl)),
    authority: await startProxy({ host: '127.0.0.1', port: simulatorPort }),
  };
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    NODE_ENV: 'production',
    NODE_OPTIONS: '',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    RAFAGA_HOME: home,
    DATABASE_URL: through(databaseUrl, links.postgres),
    REDIS_URL: through(redisUrl, links.redis),
    RAFAGA_SIMULATOR_URL: `http://127.0.0.1:${links.authority.port}`,
    RAFAGA_API: '2',
  };
  const app = (name: string) => path.join(root, 'apps', name, 'dist/main.js');
  const apiPorts = [await freePort(), await freePort()];
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const simulator = keep('simulator', app('simulator'), { ...env, SIMULATOR_PORT: String(simulatorPort) });
  const apis = apiPorts.map((port, index) => keep(`api ${index + 1}`, app('api'), { ...env, API_PORT: String(port) }));
  const workers = [1, 2].map((number) => keep(`worker ${number}`, path.join(import.meta.dirname, 'worker.mjs'), env));
  for (const url of [...apiPorts.map((port) => `http://127.0.0.1:${port}/readyz`), `${simulatorUrl}/healthz`]) await answers(url);
  const db = createDb(databaseUrl, { max: 4 });
  return {
    home,
    db,
    apiPorts,
    apis,
    workers,
    simulator,
    simulatorUrl,
    redisUrl,
    links,
    serverPid(name) {
      const { children } = JSON.parse(readFileSync(processes, 'utf8')) as { children: { name: string; pid: number }[] };
      const found = children.find((child) => child.name === name);
      if (!found) throw new Error(`${name} is not running`);
      return found.pid;
    },
    async tell(to, body) {
      const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`${simulatorUrl}/control/${to}`, options);
      if (!answer.ok) throw new Error(await answer.text());
    },
    async stop() {
      for (const link of Object.values(links)) link.heal();
      await Promise.all([...apis, ...workers].map((kept) => kept.stop()));
      await simulator.stop();
      await db.close().catch(() => undefined);
      for (const link of Object.values(links)) await link.stop();
      const gone = once(servers, 'exit');
      servers.disconnect();
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts a program, and starts it again whenever it ends unasked. */
function keep(name: string, program: string, env: NodeJS.ProcessEnv): Kept {
  let stopping = false;
  const begin = () => {
    const child = fork(program, {
      env,
      execArgv: [],
      cwd: root,
      stdio: ['ignore', 'ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'ipc'],
    });
    child.once('exit', () => {
      if (stopping) return;
      kept.starts += 1;
      setTimeout(() => {
        if (!stopping) kept.child = begin();
      }, 200);
    });
    return child;
  };
  const kept: Kept = {
    name,
    child: undefined as unknown as ChildProcess,
    starts: 1,
    tell: (message) => void kept.child.send(message, () => undefined),
    kill: (signal) => void kept.child.kill(signal),
    reached: async () => {
      for (;;) {
        const [message] = (await once(kept.child, 'message')) as [{ moment?: string; documentId: number }];
        if (message.moment) return { moment: message.moment, documentId: message.documentId };
      }
    },
    async stop() {
      stopping = true;
      const { child } = kept;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await Promise.race([gone, sleep(30_000)]);
      child.kill('SIGKILL');
    },
  };
  kept.child = begin();
  return kept;
}

const targetOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });

function through(url: string, { port }: FaultProxy): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export async function answers(url: string): Promise<void> {
  for (;;) {
    const well = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (well) return;
    await sleep(50);
  }
}
