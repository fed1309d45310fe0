/**
 * Applies the migrations of this checkout, and the privileges of the programs' roles; asks Prisma,
 * which takes seconds, only for new migrations.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dropDatabase, withClient } from '../migrate/database.mjs';
import { secureDatabase } from '../migrate/privileges/secure.mjs';
import { root } from '../processes/places.mjs';
import { say, step } from '../processes/progress.mjs';
import { tool } from '../processes/run.mjs';
import { UserError } from '../processes/userError.mjs';
import './prismaSettings.mjs';

const folder = path.join(root, 'prisma', 'migrations');

/** @param disposable the data may go: a database of changed migrations is made anew */
export async function migrate(url, disposable = false) {
  const state = compare(ownMigrations(), await appliedTo(url));
  if (state === 'changed' && !disposable)
    throw new UserError(
      'La base de datos viene de otra versión de las migraciones: usa otra carpeta con ' +
        'RAFAGA_HOME, o borra la que tenías.',
    );
  if (state === 'changed') await dropDatabase(url);
  if (state !== 'current')
    await step('Migrando la base de datos', () =>
      tool('prisma', ['migrate', 'deploy'], { env: { ...process.env, DATABASE_URL: url } }),
    );
  await secureDatabase(url, process.env, { say });
}

/**
 * @param {Map<string, string>} own checksums by the name of the migration
 * @param {Map<string, string>} applied the same of the database
 * @returns 'changed' when the text of an applied migration has changed
 */
export function compare(own, applied) {
  const names = [...own.keys()];
  if (names.some((name) => applied.has(name) && applied.get(name) !== own.get(name)))
    return 'changed';
  return names.every((name) => applied.has(name)) ? 'current' : 'behind';
}

function ownMigrations() {
  const sql = (name) => readFileSync(path.join(folder, name, 'migration.sql'));
  const checksum = (name) => createHash('sha256').update(sql(name)).digest('hex');
  const names = readdirSync(folder).filter((name) => /^\d/.test(name));
  return new Map(names.map((name) => [name, checksum(name)]));
}

const APPLIED =
  'select migration_name, checksum from _prisma_migrations ' +
  'where finished_at is not null and rolled_back_at is null';

async function appliedTo(url) {
  try {
    const { rows } = await withClient(url, (client) => client.query(APPLIED));
    return new Map(rows.map(({ migration_name: name, checksum }) => [name, checksum]));
  } catch (error) {
    // no such database, no such table: nothing was applied yet
    if (error.code === '3D000' || error.code === '42P01') return new Map();
    throw new UserError(`La base de datos de DATABASE_URL no responde: ${error.message}.`);
  }
}
