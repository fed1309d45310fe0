/** A PostgreSQL that replicates another one of a test. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { unprivilegedUser } from '../../packages/servers/postgresProgram.mjs';
import { fullPostgres } from '../support/fullPostgres.mjs';
import { type PostgresServer, serverFolder, startPostgres } from '../support/postgresServer.js';

export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const data = path.join(serverFolder(), 'data');
  const { hostname, port, username, password } = new URL(primary.url);
  await promisify(execFile)(
    path.join(await fullPostgres(), 'pg_basebackup'),
    ['--checkpoint=fast', '--write-recovery-conf', '--no-sync', '--pgdata', data],
    {
      ...unprivilegedUser(),
      env: { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    },
  );
  return startPostgres({ data });
}

/** The address of both, as libpq reads it. */
export function both(primary: PostgresServer, standby: PostgresServer): string {
  const url = new URL(primary.url);
  url.searchParams.set('host', '127.0.0.1,127.0.0.1');
  url.searchParams.set('port', `${primary.port},${standby.port}`);
  url.searchParams.set('target_session_attrs', 'read-write');
  return url.href;
}
