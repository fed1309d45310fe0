/**
 * A PostgreSQL of a test's own, with all of its programs: it can be killed, restored and promoted.
 * It does not sync, because only its processes are lost in a test.
 */
import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { unprivilegedUser } from '../../packages/servers/postgresProgram.mjs';
import { freePort } from './freePort.js';
import { fullPostgres } from './fullPostgres.mjs';
import { type Program, startProgram } from './program.js';
import { waitFor } from './waitFor.js';

export interface PostgresServer {
  /** As superuser, of the database rafaga. */
  url: string;
  port: number;
  data: string;
  /** Ends all of its processes at once. */
  kill(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** The folder of a server that exists already. */
  data?: string;
  /** The default: one that is free. */
  port?: number;
  settings?: Record<string, string>;
}

const PASSWORD = 'test';

/** A folder that the account of the server can use. */
export function serverFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-pg-'));
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const bin = await fullPostgres();
  const { settings = {} } = options;
  const port = options.port ?? (await freePort());
  const data = options.data ?? (await makeCluster(bin));
  const all = { ...SETTINGS, port: String(port), ...settings };
  const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = startProgram(path.join(bin, 'postgres'), ['-D', data, ...words], {
    user: unprivilegedUser(),
  });
  const url = `postgresql://rafaga:${PASSWORD}@127.0.0.1:${port}/rafaga`;
  await waitFor('PostgreSQL to answer', () => answers(url, program));
  let ended = false;
  const end = async (signal: NodeJS.Signals) => {
    if (!ended) await program.end(signal);
    ended = true;
  };
  return {
    url,
    port,
    data,
    // an immediate stop is its crash: kill -9 of the parent would leave children
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGQUIT');
      rmSync(path.dirname(data), { recursive: true, force: true });
    },
  };
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  max_wal_senders: '5',
  wal_keep_size: '64MB',
};

async function makeCluster(bin: string): Promise<string> {
  const folder = serverFolder();
  const [data, password] = [path.join(folder, 'data'), path.join(folder, 'password')];
  writeFileSync(password, PASSWORD);
  const words = ['-U', 'rafaga', '--auth=scram-sha-256', `--pwfile=${password}`, '-D', data];
  await promisify(execFile)(
    path.join(bin, 'initdb'),
    [...words, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
    { ...unprivilegedUser(), cwd: folder },
  );
  return data;
}

/** The database is made at the first answer. */
async function answers(url: string, program: Program): Promise<boolean> {
  if (program.child.exitCode !== null) throw new Error(program.output());
  const client = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT FROM pg_database WHERE datname = 'rafaga' OR pg_is_in_recovery()`,
    );
    if (rowCount === 0) await client.query('CREATE DATABASE rafaga');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A port that no program listens on now. */
