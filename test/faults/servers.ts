/** Starts the PostgreSQL and Redis of a cluster, on a disk that can be filled or made to fail. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { type Program, root, startProgram } from '../support/program.js';

/** small: the file system can be filled. failing: the next fsync can be made to fail. */
export type Disk = 'usual' | 'small' | 'failing';

export interface Servers {
  databaseUrl: string;
  redisUrl: string;
  /** The process id of a server. */
  pid(name: 'PostgreSQL' | 'Redis'): number;
  fillDisk(): Promise<void>;
  freeDisk(): Promise<void>;
  /** Makes PostgreSQL's next fsync or fdatasync fail with EIO. */
  failSync(): void;
  /** The log of PostgreSQL. */
  log(): string;
  /** Of servers that have a standby each; programs reach them without proxies. */
  replicas?: Replicas;
  stop(): Promise<void>;
}

export interface Replicas {
  /** The variables by which a program finds Redis. */
  redisEnv: Record<string, string>;
  /** Kills PostgreSQL's primary and Redis' master at once; resolves when both are replaced. */
  failOver(): Promise<void>;
}

/** Room for the cluster, its write-ahead log and some thousand documents. */
const SMALL_MB = 256;
/** Options of unshare for a new mount namespace; without root, in a new user namespace too. */
const OWN_MOUNTS = [
  '--mount',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']),
];

/** @param version the root of the checkout whose migrations are applied */
export async function startServers(
  home: string,
  disk: Disk,
  version: string = root,
): Promise<Servers> {
  const { program, words, size } = LAUNCHERS[disk]();
  const serve = path.join(version, 'test/faults/serve.mjs');
  const servers = startProgram(
    program ?? process.execPath,
    [...words, serve, home, ...(size ? [String(size)] : [])],
    {
      env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', RAFAGA_HOME: home, NODE_OPTIONS: '' },
      channel: 'ipc',
    },
  );
  const { databaseUrl, redisUrl, processes } = await servers.message<{
    databaseUrl: string;
    redisUrl: string;
    processes: string;
  }>();
  return {
    databaseUrl,
    redisUrl,
    pid(name) {
      const { children } = JSON.parse(readFileSync(processes, 'utf8')) as {
        children: { name: string; pid: number }[];
      };
      const found = children.find((child) => child.name === name);
      if (!found) throw new Error(`${name} is not running`);
      return found.pid;
    },
    fillDisk: () => ask(servers, 'fill'),
    freeDisk: () => ask(servers, 'free'),
    failSync: () => void servers.child.kill('SIGUSR1'),
    log: () => readFileSync(path.join(home, 'logs/postgres.log'), 'utf8'),
    async stop() {
      servers.child.disconnect();
      await servers.ended;
    },
  };
}

/**
 * How the servers are started for each kind of disk. When the machine lacks what is needed, an
 * error says so: a scenario is never skipped.
 */
const LAUNCHERS: Record<Disk, () => { program?: string; words: string[]; size?: number }> = {
  usual: () => ({ words: [] }),
  small() {
    const words = [...OWN_MOUNTS, process.execPath];
    const { status, error } = spawnSync('unshare', [
      ...OWN_MOUNTS,
      'mount',
      '-t',
      'tmpfs',
      'rafaga-faults',
      '/mnt',
    ]);
    if (status !== 0)
      throw cannot(
        'un sistema de archivos pequeño',
        `unshare ${OWN_MOUNTS.join(' ')} y mount -t tmpfs`,
        error,
      );
    return { program: 'unshare', words, size: SMALL_MB };
  },
  failing() {
    const words = [path.join(import.meta.dirname, 'failingSync.pl'), process.execPath];
    const { status, error } = spawnSync('perl', [words[0] as string, 'true']);
    if (status !== 0)
      throw cannot(
        'un disco que falla',
        'perl y seccomp con SECCOMP_FILTER_FLAG_NEW_LISTENER (Linux 5.5)',
        error,
      );
    return { program: 'perl', words };
  },
};

const cannot = (what: string, needs: string, cause?: Error) =>
  new Error(
    `Esta máquina (${platform()} ${arch()}) no deja probar con ${what}. Se necesita: ${needs}.`,
    { cause },
  );

async function ask(servers: Program, command: 'fill' | 'free'): Promise<void> {
  const done = servers.message();
  servers.child.send(command);
  await done;
}
