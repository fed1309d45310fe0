/**
 * PostgreSQL and Redis of a cluster, as a process of their own, and the two ways in which a disk
 * fails: full, or lying.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { type Program, startProgram } from '../support/program.js';

/**
 * small: its file system can be filled up. failing: the next write to it can be made to fail when
 * it should reach the disk.
 */
export type Disk = 'usual' | 'small' | 'failing';

export interface Servers {
  databaseUrl: string;
  redisUrl: string;
  /** The process of a server, as the operating system knows it. */
  pid(name: 'PostgreSQL' | 'Redis'): number;
  fillDisk(): Promise<void>;
  freeDisk(): Promise<void>;
  /** PostgreSQL's next fsync or fdatasync is answered with EIO. */
  failSync(): void;
  /** What PostgreSQL has said so far. */
  log(): string;
  stop(): Promise<void>;
}

/** Room for the cluster, its write-ahead log and some thousand documents. */
const SMALL_MB = 256;
/** A namespace of mounts of one's own; without being root, one in which one may mount. */
const OWN_MOUNTS = [
  '--mount',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']),
];

export async function startServers(home: string, disk: Disk): Promise<Servers> {
  const { program, words, size } = WAYS[disk]();
  const serve = path.join(import.meta.dirname, 'serve.mjs');
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
 * How a process is started so that its disk can fail. What this machine does not lend is said in a
 * sentence: a fault is not skipped.
 */
const WAYS: Record<Disk, () => { program?: string; words: string[]; size?: number }> = {
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

async function ask(servers: Program, wish: 'fill' | 'free'): Promise<void> {
  const done = servers.message();
  servers.child.send(wish);
  await done;
}
