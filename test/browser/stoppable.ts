/** Servers and programs of a test's own as processes that a signal can stop and continue. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { redisProcesses } from '../redis/redisProcess.js';
import { migrateDatabase } from '../support/databases.js';
import type { PanelEnvironment } from '../support/panelEnvironment.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { type Program, startNode } from '../support/program.js';
import { programOf } from '../support/programs.mjs';
import type { OwnServers } from '../support/servers.js';
import { MASTER_KEY, PEPPER } from '../support/settings.js';
import { waitFor } from '../support/waitFor.js';

export interface StoppableServers extends OwnServers {
  /** The process id of a server. */
  pid(name: 'PostgreSQL' | 'Redis'): number;
}

export async function stoppableServers(): Promise<StoppableServers> {
  const [postgres, processes] = await Promise.all([startPostgres(), redisProcesses()]);
  const redis = await processes.server((port) => [`port ${port}`]);
  await migrateDatabase(postgres.url);
  return {
    databaseUrl: postgres.url,
    redisUrl: `redis://127.0.0.1:${redis.port}`,
    pid: (name) => (name === 'Redis' ? redis.pid() : pidOf(postgres)),
    drop: () => Promise.all([postgres.stop(), processes.stop()]),
  };
}

/** The first line of the file that a PostgreSQL keeps while it runs. */
const pidOf = ({ data }: PostgresServer): number =>
  Number.parseInt(readFileSync(path.join(data, 'postmaster.pid'), 'utf8'), 10);

/**
 * Stops a process and its children, which PostgreSQL has for each connection.
 * @returns how to let them continue
 */
export function freeze(pid: number): () => void {
  process.kill(pid, 'SIGSTOP');
  const stopped = [pid, ...childrenOf(pid)];
  signal(stopped, 'SIGSTOP');
  return () => signal(stopped, 'SIGCONT');
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      // a connection that was just closed
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** From /proc: the fourth field of `stat`, after the name in brackets, is the parent. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);

function parentOf(name: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** The built panel or worker on the servers of an environment. */
export function startBuilt(name: 'panel' | 'worker', environment: PanelEnvironment): Program {
  const { databaseUrl, redisUrl, filesDir, simulatorUrl } = environment;
  return startNode(programOf(name), {
    ...process.env,
    DATABASE_URL: programUrl(databaseUrl, name),
    REDIS_URL: redisUrl,
    RAFAGA_HOME: path.dirname(filesDir),
    RAFAGA_SIMULATOR_URL: simulatorUrl,
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    PANEL_PORT: '0',
    WORKER_HEALTH_PORT: '0',
    LOG_LEVEL: 'info',
    NODE_OPTIONS: '',
  });
}

/** The port that a program says it listens on. */
export const portOf = (program: Program): Promise<string> =>
  waitFor('the program to listen', () => /port\W+(\d+)/.exec(program.output())?.[1]);
