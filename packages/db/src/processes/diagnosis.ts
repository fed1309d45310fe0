/** Reads what the operator's diagnosis checks: the server's settings, its clock and its tables. */

import type { Prisma } from '@rafaga/prisma';
import pg from 'pg';
import { SESSION_SETTINGS } from '../../../../prisma/sessionSettings.mjs';
import { type Db, poolOf, prismaOf } from '../db.js';
import { eachServer } from '../servers.js';

export interface ServerSettings {
  /** PostgreSQL's server_version_num, as 160004. */
  version: number;
  encoding: string;
  fsync: boolean;
  fullPageWrites: boolean;
  /** The values of synchronous_commit, of this session and of roles or databases. */
  synchronousCommit: string[];
  /** Settings of the programs' roles that change what they read or write: `role: name=value`. */
  roleSettings: string[];
  /** Whether it is a standby, which accepts no writes. */
  standby: boolean;
  /** Connections open now, and those that the server admits to programs. */
  connections: number;
  maxConnections: number;
  /** max_locks_per_transaction, and the months of documents: a statement may lock all of them. */
  maxLocks: number;
  months: number;
  /** Replication slots that no program reads: the server keeps its log for them. */
  idleSlots: { name: string; keptBytes: number }[];
  /** Whether the time limits of this connection are in force: a PgBouncer may drop them. */
  limited: boolean;
  /** The server's clock. */
  at: Date;
}

const SETTINGS = `SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_encoding') AS encoding,
    current_setting('fsync') = 'on' AS fsync,
    current_setting('full_page_writes') = 'on' AS "fullPageWrites",
    array(SELECT current_setting('synchronous_commit')
      UNION SELECT split_part(one, '=', 2) FROM pg_db_role_setting, unnest(setconfig) AS one
        WHERE one LIKE 'synchronous_commit=%') AS "synchronousCommit",
    array(SELECT r.rolname || ': ' || one
      FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole, unnest(s.setconfig) AS one
      WHERE r.rolname LIKE 'rafaga\\_%' AND lower(split_part(one, '=', 1)) = ANY ('{bytea_output,
        client_encoding,datestyle,default_transaction_isolation,default_transaction_read_only,
        local_preload_libraries,role,row_security,search_path,standard_conforming_strings}')
        AND one <> ALL ($1)
        AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      ORDER BY 1) AS "roleSettings",
    pg_is_in_recovery() AS standby,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend')
      AS connections,
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int AS "maxConnections",
    current_setting('max_locks_per_transaction')::int AS "maxLocks",
    (SELECT count(*)::int FROM pg_inherits WHERE inhparent = to_regclass('public.documents'))
      AS months,
    (SELECT coalesce(json_agg(json_build_object('name', slot_name, 'keptBytes', pg_wal_lsn_diff(
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
        restart_lsn)) ORDER BY slot_name), '[]')
      FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL) AS "idleSlots",
    current_setting('statement_timeout') <> '0' AS limited,
    clock_timestamp() AS at`;

/** By `migrate`, to the roles. */
const GIVEN = Object.entries(SESSION_SETTINGS).map(([name, value]) => `${name}=${value}`);

export async function readServerSettings(db: Db): Promise<ServerSettings> {
  const { rows } = await poolOf(db).query<ServerSettings>(SETTINGS, [GIVEN]);
  return rows[0] as ServerSettings;
}

/**
 * Whether the address is a pooler by transaction: two connections that are open at the same time
 * are then served by one server process.
 */
export const poolsTransactions = (url: string): Promise<boolean> =>
  withTwoClients(url, async (first, second) => {
    const pids = [];
    for (const client of [first, second, first, second]) pids.push(await serverProcess(client));
    return pids[0] === pids[1] || pids[0] !== pids[2] || pids[1] !== pids[3];
  });

/** Whether the address accepts transactions, which a pooler by statement refuses. */
export const acceptsTransactions = (url: string): Promise<boolean> =>
  withTwoClients(url, async (client) => {
    try {
      await client.query('BEGIN');
      await client.query('ROLLBACK');
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError) return false;
      throw error;
    }
  });

/** Whether two connections each keep the prepared statements that they made. */
export const keepsStatements = (url: string): Promise<boolean> =>
  withTwoClients(url, async (first, second) => {
    try {
      for (const client of [first, second, first, second]) {
        const value = client === first ? 1 : 2;
        const { rows } = await client.query({ name: 'own', text: `SELECT ${value} AS value` });
        if (rows[0].value !== value) return false;
      }
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError) return false;
      throw error;
    }
  });

/** At the first server of the address that answers. */
async function withTwoClients<T>(
  url: string,
  work: (first: pg.Client, second: pg.Client) => Promise<T>,
): Promise<T> {
  const servers = eachServer(url);
  for (const server of servers) {
    const [first, second] = [clientOf(server), clientOf(server)];
    try {
      await Promise.all([first.connect(), second.connect()]);
      return await work(first, second);
    } catch (error) {
      if (server === servers.at(-1)) throw error;
    } finally {
      await Promise.allSettled([first.end(), second.end()]);
    }
  }
  throw new Error('an address names no server');
}

const clientOf = (connectionString: string): pg.Client =>
  new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 });

async function serverProcess(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/**
 * The tables that lack a column of this version, or that do not exist.
 * @param models all of Prisma's
 */
export async function tablesOfAnotherVersion(
  db: Db,
  models: readonly Prisma.ModelName[],
): Promise<string[]> {
  const found: string[] = [];
  for (const model of models) {
    const error = await readOne(db, model).then(
      () => undefined,
      (reason: { code?: string }) => reason,
    );
    if (error?.code && MISSING.includes(error.code)) found.push(model);
    // a table that the role may not read says nothing about the version
    else if (error && !/denied/.test(String(error))) throw error;
  }
  return found;
}

/** Prisma's codes for a table and a column that do not exist. */
const MISSING = ['P2021', 'P2022'];

const readOne = (db: Db, model: Prisma.ModelName): Promise<unknown> => {
  const name = model[0]?.toLowerCase() + model.slice(1);
  const client = prismaOf(db) as unknown as Record<string, { findFirst(): Promise<unknown> }>;
  return client[name]?.findFirst() ?? Promise.resolve();
};

/** An authority to which active businesses send. */
export interface UsedAuthority {
  authority: 'simulator' | 'beta' | 'production' | 'custom';
  billUrl: string | null;
  consultUrl: string | null;
  businesses: number;
}

export async function listUsedAuthorities(db: Db): Promise<UsedAuthority[]> {
  const { rows } = await poolOf(db).query<UsedAuthority>(
    `SELECT authority, bill_url AS "billUrl", consult_url AS "consultUrl",
        count(*)::int AS businesses
      FROM businesses WHERE state = 'active' AND NOT test
      GROUP BY authority, bill_url, consult_url ORDER BY 1, 2, 3`,
  );
  return rows;
}

/** The active certificate of an active business. */
export interface UsedCertificate {
  ruc: string;
  legalName: string;
  /** Null: the business has no certificate. */
  notBefore: Date | null;
  notAfter: Date | null;
}

/** The certificates that are not valid now or end within some days, the first to end first. */
export async function listEndingCertificates(db: Db, days: number): Promise<UsedCertificate[]> {
  const { rows } = await poolOf(db).query<UsedCertificate>(
    `SELECT b.ruc, b.legal_name AS "legalName", c.not_before AS "notBefore",
        c.not_after AS "notAfter"
      FROM businesses b LEFT JOIN certificates c ON c.business_id = b.id AND c.active
      WHERE b.state = 'active' AND NOT b.test
        AND (c.id IS NULL OR c.not_before > now()
          OR c.not_after < now() + make_interval(days => $1))
      ORDER BY c.not_after NULLS FIRST, b.ruc`,
    [days],
  );
  return rows;
}

/** Active businesses whose signatures use SHA-1. */
export async function countSha1Signers(db: Db): Promise<number> {
  const { rows } = await poolOf(db).query<{ count: number }>(
    `SELECT count(*)::int AS count FROM businesses
      WHERE state = 'active' AND signature_digest = 'sha1'`,
  );
  return rows[0]?.count ?? 0;
}
