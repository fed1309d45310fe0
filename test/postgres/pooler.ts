/** Starts a PgBouncer by transaction before a server, for all roles of the programs. */
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { unprivilegedUser } from '../../packages/servers/postgresProgram.mjs';
import { PROGRAMS } from '../../prisma/privileges.mjs';
import { freePort } from '../support/freePort.js';
import { pgbouncer } from '../support/pgbouncer.mjs';
import { serverFolder } from '../support/postgresServer.js';
import { type Program, startProgram } from '../support/program.js';

export interface Pooler {
  /** The address of a database, through it. */
  url(databaseUrl: string): string;
  output: Program['output'];
  stop(): Promise<void>;
}

/** What docker/README.md asks for. */
export const AS_DOCUMENTED = {
  max_prepared_statements: '200',
  ignore_startup_parameters:
    'options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
};

/** Fewer servers than the programs open connections: their statements change places. */
const POOL_SIZE = '3';

export async function startPooler(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<Pooler> {
  const folder = serverFolder();
  const [port, [command, ...words]] = await Promise.all([freePort(), pgbouncer()]);
  const write = (name: string, lines: string[]) => {
    const file = path.join(folder, name);
    writeFileSync(file, lines.join('\n'), { mode: 0o600 });
    const { uid, gid } = unprivilegedUser();
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
    return file;
  };
  const server = new URL(databaseUrl);
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: write('users', usersOf(databaseUrl)),
    pool_mode: 'transaction',
    default_pool_size: POOL_SIZE,
    max_client_conn: '200',
    ...settings,
  };
  const file = write('pgbouncer.ini', [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ]);
  const program = startProgram(command, [...words, file], { user: unprivilegedUser() });
  return {
    url: (at) => Object.assign(new URL(at), { port: String(port) }).href,
    output: program.output,
    async stop() {
      await program.end('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

/** The owner and the roles, with the passwords of the run. */
function usersOf(databaseUrl: string): string[] {
  const urls = [databaseUrl, ...PROGRAMS.map((program) => programUrl(databaseUrl, program))];
  return urls.map((url) => {
    const { username, password } = new URL(url);
    return `"${username}" "${decodeURIComponent(password)}"`;
  });
}
