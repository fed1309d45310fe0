/**
 * Do the migrations make the database that schema.prisma describes? Asked of a scratch database.
 */
import { tool } from '../processes/run.mjs';
import { startPostgres } from '../servers/postgres.mjs';

/** @returns what differs, or '' */
export async function driftOfMigrations(home) {
  const url = process.env.DATABASE_URL || besides(await startPostgres(home));
  const { code, out } = await tool(
    'prisma',
    [
      'migrate',
      'diff',
      '--from-migrations',
      'prisma/migrations',
      '--to-schema',
      'prisma/schema.prisma',
      '--exit-code',
    ],
    { anyCode: true, env: { ...process.env, DATABASE_URL: url } },
  );
  return code === 0 ? '' : out;
}

/**
 * Our server has no database of the product's yet; the scratch one is made beside the one that
 * every server has.
 */
function besides(address) {
  const url = new URL(address);
  url.pathname = '/postgres';
  return url.href;
}
