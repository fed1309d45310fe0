/**
 * Lets migrations run again that ended with an error. The engine records them as failed, and from
 * then on refuses every migration (P3009); but PostgreSQL undid their scripts, which are one
 * transaction each.
 */
import pg from 'pg';
import { withClient } from '../database.mjs';

const INDEX = /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i;

/**
 * A migration whose process was killed stays: nothing tells whether its script was committed.
 * @param {import('@prisma/schema-engine-wasm/schema_engine_bg').MigrationDirectory[]} migrations
 */
export const forgetFailures = (url, migrations) =>
  withClient(url, async (client) => {
    for (const name of await failedIn(client)) {
      const migration = migrations.find(({ path }) => path === name);
      await dropUnfinishedIndex(client, migration?.migrationFile.content.value ?? '');
      await client.query(
        'update _prisma_migrations set rolled_back_at = now() ' +
          'where migration_name = $1 and finished_at is null and rolled_back_at is null',
        [name],
      );
    }
  });

async function failedIn(client) {
  const { rows } = await client.query(`select to_regclass('_prisma_migrations') as name`);
  if (!rows[0].name) return [];
  const failed = await client.query(
    `select migration_name from _prisma_migrations
      where finished_at is null and rolled_back_at is null and logs <> ''`,
  );
  return failed.rows.map(({ migration_name: name }) => name);
}

/** An index made concurrently is not undone: what is left of it is invalid, and has the name. */
async function dropUnfinishedIndex(client, script) {
  const name = INDEX.exec(script)?.[1];
  if (!name) return;
  const index = pg.escapeIdentifier(name);
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
}
