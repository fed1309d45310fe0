/**
 * Runs a PostgreSQL on a restored folder until it has replayed the write-ahead log, behind a socket
 * that no program of the installation knows, and stops it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@rafaga/db';
import { Failure } from '../terminal/failure.js';
import { makeOwnFolder } from './folders.js';
import { programEnv } from './libpq.js';
import { findProgram, type Started, serverAccount, startProgram } from './programs.js';
import type { BaseBackup } from './repository.js';
import { failIfStopped, unlessStopped } from './stop.js';

export interface Recovery {
  /** The folder of the server, with the files of a base backup. */
  data: string;
  /** The folder of the received write-ahead log. */
  wal: string;
  backup: BaseBackup;
  /** Undefined: to the end of the log. */
  until: Date | undefined;
}

/**
 * Runs when the database accepts connections and writes.
 * @param faults what hindered the server from reading the received log
 */
export type Work<T> = (db: Db, faults: string[]) => Promise<T>;

export async function withRecovered<T>(recovery: Recovery, work: Work<T>): Promise<T> {
  const { version } = recovery.backup;
  const program = await findProgram('postgres', (major) => major === version, String(version));
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-restaura-'));
  try {
    makeOwnFolder(folder);
    const server = startServer(program, recovery, folder);
    try {
      return await withDatabase(recovery.backup, folder, server, work);
    } finally {
      // fast: it writes a checkpoint and ends
      server.child.kill('SIGINT');
      await server.ended;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function startServer(program: string, { data, wal, until }: Recovery, folder: string): Started {
  const place = (name: string) => path.join(folder, name);
  writeFileSync(place('postgresql.conf'), '');
  writeFileSync(place('pg_hba.conf'), 'local all all trust\n');
  writeFileSync(path.join(data, 'recovery.signal'), '');
  const settings = {
    ...QUIET,
    config_file: place('postgresql.conf'),
    hba_file: place('pg_hba.conf'),
    unix_socket_directories: folder,
    restore_command: restoreCommand(wal),
    // it takes no Z
    recovery_target_time: until?.toISOString().replace('T', ' ').replace('Z', '+00') ?? '',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return startProgram(program, ['-D', data, ...options], {
    ...serverAccount(),
    cwd: data,
    env: { ...programEnv(), LC_ALL: 'C' },
  });
}

/** What the settings of the lost server must not bring along: other machines, files and targets. */
const QUIET = {
  listen_addresses: '',
  port: '5432',
  ssl: 'off',
  logging_collector: 'off',
  archive_mode: 'off',
  synchronous_standby_names: '',
  primary_conninfo: '',
  shared_preload_libraries: '',
  hot_standby: 'off',
  log_destination: 'stderr',
  recovery_target: '',
  recovery_target_lsn: '',
  recovery_target_name: '',
  recovery_target_xid: '',
  recovery_target_timeline: 'latest',
  recovery_target_action: 'promote',
};

/**
 * The last segment is still being received when the machine is lost: it has another name. The
 * server asks for files until one is missing, and only another reason is a fault: nothing is
 * written for a missing file, because its line could be torn by a line of the server.
 */
function restoreCommand(wal: string): string {
  const folder = wal.replaceAll('%', '%%');
  const [whole, partial] = [`"${folder}/%f"`, `"${folder}/%f.partial"`];
  return [
    `if [ -e ${whole} ] || [ ! -x "${folder}" ]; then cp ${whole} "%p"`,
    // the receiver may complete it meanwhile
    `elif [ -e ${partial} ]; then cp ${partial} "%p" 2>/dev/null || cp ${whole} "%p"`,
    'else exit 1; fi',
  ].join('; ');
}

const copyFaults = (log: string): string[] =>
  log.split('\n').filter((line) => line.startsWith('cp: '));

async function withDatabase<T>(
  { user, database }: BaseBackup,
  folder: string,
  server: Started,
  work: Work<T>,
): Promise<T> {
  const [{ createDb, ping }, { openPrisma }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/prisma'),
  ]);
  const address = `postgresql://${encodeURIComponent(user)}@localhost:5432/`;
  const url = `${address}${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`;
  const db = createDb(url, { max: 2, name: 'rafaga-respaldo', openPrisma });
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  try {
    while (!(await ping(db).then(isTrue, isFalse))) {
      failIfStopped();
      if (ended) throw notRecovered(server.errors());
      await sleep(POLL_MS);
    }
    return await unlessStopped(work(db, copyFaults(server.errors())));
  } finally {
    await db.close();
  }
}

const POLL_MS = 100;
const isTrue = (): boolean => true;
const isFalse = (): boolean => false;

function notRecovered(log: string): Failure {
  if (log.includes('before configured recovery target was reached'))
    return new Failure(
      'El respaldo no llega hasta ese minuto: restaura sin --hasta para tener todo lo que hay.',
    );
  return new Failure(`PostgreSQL no arranca sobre lo restaurado: ${log.trim().slice(-500)}`);
}
