/**
 * Databases for single test files: copies of a template with every migration, which takes a tenth
 * of the time of the migrations.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { applyPrivileges } from '../../packages/migrate/privileges/privileges.mjs';
import { ensureRoles } from '../../packages/migrate/privileges/roles.mjs';
import { oncePerRun } from './oncePerRun.js';
import { requiredEnv } from './requiredEnv.js';

const ROOT = path.join(import.meta.dirname, '../..');
const MIGRATIONS = path.join(ROOT, 'prisma/migrations');
/** The table of privileges, and the programs that apply it. */
const PRIVILEGES = ['prisma', 'packages/migrate/privileges'];
/** Of the lock under which the template is made: test files of a run begin at the same time. */
const LOCK = 20_261_122;

/** Creates a migrated database with the privileges of the programs. @returns its URL */
export const createDatabase = async () => copyDatabase(await template());

/** Copies a database, to which no process may be connected. @returns the URL of the copy */
export async function copyDatabase(url: string): Promise<string> {
  const copy = urlOf(`test_${randomUUID().replaceAll('-', '')}`);
  const names = [nameIn(copy), nameIn(url)];
  await withOwner(serverUrl(), async (client) => {
    // a third of the CPU of the usual strategy, which writes each page to the log
    await client.query(`CREATE DATABASE ${names.join(' TEMPLATE ')} STRATEGY file_copy`);
    // the privileges on a database itself are not copied with it
    await client.query(
      `UPDATE pg_database SET datacl = original.datacl FROM pg_database original
        WHERE pg_database.datname = $1 AND original.datname = $2`,
      names,
    );
  });
  return copy;
}

export const dropDatabase = (url: string) =>
  asOwner(serverUrl(), `DROP DATABASE IF EXISTS ${nameIn(url)} WITH (FORCE)`);

/** @returns the URL of the template */
async function template(): Promise<string> {
  const folder = await oncePerRun('template', async (draft) =>
    writeFile(path.join(draft, 'url'), await ensureTemplate()),
  );
  return readFile(path.join(folder, 'url'), 'utf8');
}

/** Makes the template unless another worker or an earlier run did. @returns its URL */
const ensureTemplate = () =>
  withOwner(serverUrl(), async (client) => {
    const migrations = readMigrations();
    const made = [...migrations, ...readPrivileges()].join(';');
    const hash = createHash('sha256').update(made).digest('hex');
    const url = urlOf(`template_${hash.slice(0, 32)}`);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [nameIn(url)]);
    if (found.rowCount === 0) await makeTemplate(client, url, migrations);
    return url;
  });

/** It gets its name at the end: a run that is killed leaves no half of it. */
async function makeTemplate(client: pg.Client, url: string, migrations: string[]): Promise<void> {
  const draft = 'template_draft';
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft}`);
  await withOwner(urlOf(draft), (owner) => applyMigrations(owner, migrations));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${nameIn(url)}`);
}

/** Makes the tables and the roles in an empty database of another server. */
export const migrateDatabase = (url: string) =>
  withOwner(url, async (owner) => {
    await ensureRoles(owner);
    await applyMigrations(owner, readMigrations());
  });

async function applyMigrations(owner: pg.Client, migrations: string[]): Promise<void> {
  for (const migration of migrations) await owner.query(migration);
  await applyPrivileges(owner);
}

const readMigrations = (): string[] =>
  readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8'));

const readPrivileges = (): string[] =>
  PRIVILEGES.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8')),
  );

const serverUrl = () => requiredEnv('DATABASE_URL');
const urlOf = (name: string) => Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href;
const nameIn = (url: string) => new URL(url).pathname.slice(1);

/** Runs SQL on a new connection. */
const asOwner = (url: string, sql: string): Promise<unknown> =>
  withOwner(url, (client) => client.query(sql));

async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
