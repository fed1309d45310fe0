/**
 * Creates a database beside that of the bench, migrated, with the privileges of the programs, and
 * on request filled with the sales of a year.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { secureDatabase } from '../../../packages/migrate/privileges/secure.mjs';
import { fillDataset } from './dataset.mjs';

const migrations = path.resolve(import.meta.dirname, '../../../prisma/migrations');

/** Runs statements as the owner, one after the other. */
export async function asOwner(url, ...texts) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * @param name of the database
 * @param dataset as fillDataset takes it
 * @param keep uses a database of this name that an earlier run kept, as it is
 * @returns { databaseUrl, seconds }: what filling took, 0 for a kept one
 */
export async function filledDatabase(name, dataset, { keep = false } = {}) {
  const began = performance.now();
  try {
    const databaseUrl = await migratedDatabase(name);
    await fillDataset(databaseUrl, dataset);
    return { databaseUrl, seconds: (performance.now() - began) / 1_000 };
  } catch (error) {
    if (error.code === '42P04' && keep) return { databaseUrl: urlOf(name), seconds: 0 };
    throw error;
  }
}

const urlOf = (name) =>
  Object.assign(new URL(process.env.DATABASE_URL), { pathname: `/${name}` }).href;

/** @returns the address of a new database without rows */
export async function migratedDatabase(name) {
  await asOwner(process.env.DATABASE_URL, `CREATE DATABASE ${name}`);
  const databaseUrl = urlOf(name);
  const folders = readdirSync(migrations, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(migrations, entry.name, 'migration.sql'));
  for (const file of folders) await asOwner(databaseUrl, readFileSync(file, 'utf8'));
  await secureDatabase(databaseUrl, process.env);
  return databaseUrl;
}

export const dropDatabase = (name) =>
  asOwner(process.env.DATABASE_URL, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
