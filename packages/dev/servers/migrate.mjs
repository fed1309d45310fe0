/**
 * Brings the database to the migrations of this checkout; asks Prisma only when one is missing,
 * since asking takes seconds.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tool } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';
import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const folder = path.join(root, 'prisma', 'migrations');

/** @param disposable the data may go: a database that was migrated by other texts is made anew */
export async function migrate(url, { disposable = false } = {}) {
  const state = await compare(url);
  if (state === 'current') return;
  if (state === 'other') {
    if (!disposable)
      throw new UserError(
        'La base de datos viene de otra versión de las migraciones: usa otra carpeta con ' +
          'RAFAGA_HOME, o borra la que tenías.',
      );
    await dropDatabase(url);
  }
  await step('Migrando la base de datos', () =>
    tool('prisma', ['migrate', 'deploy'], { env: { ...process.env, DATABASE_URL: url } }),
  );
}

/** @returns 'current', 'behind', or 'other' when an applied migration reads differently now */
async function compare(url) {
  const applied = await appliedTo(url);
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name, 'migration.sql')))
        .digest('hex'),
    ]);
  if (texts.some(([name, checksum]) => applied.has(name) && applied.get(name) !== checksum))
    return 'other';
  return texts.every(([name]) => applied.has(name)) ? 'current' : 'behind';
}

async function appliedTo(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      'select migration_name, checksum from _prisma_migrations where finished_at is not ' +
        'null and rolled_back_at is null',
    );
    return new Map(rows.map(({ migration_name: name, checksum }) => [name, checksum]));
  } catch (error) {
    // no such database, no such table: nothing was applied yet
    if (error.code === '3D000' || error.code === '42P01') return new Map();
    throw new UserError(`La base de datos de DATABASE_URL no responde: ${error.message}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function dropDatabase(url) {
  const { default: pg } = await import('pg');
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client
    .query(`drop database "${name.replaceAll('"', '""')}" with (force)`)
    .finally(() => client.end());
}
