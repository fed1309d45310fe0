/** Compares the database that the migrations make with the one that schema.prisma describes. */
import { tool } from '../processes/run.mjs';

const DIFF =
  'migrate diff --from-migrations prisma/migrations --to-schema prisma/schema.prisma --exit-code';

/** @returns what differs, or '' */
export async function driftOfMigrations(home) {
  const { startPostgres } = await import('../servers/postgres.mjs');
  const { serverUrl } = await import('../../migrate/database.mjs');
  // a new server has no database of the project's yet: Prisma's scratch one is made from another
  // the home of a person's own data must survive a crash of the machine
  const disposable = !process.env.RAFAGA_HOME;
  const url = process.env.DATABASE_URL || serverUrl(await startPostgres(home, { disposable }));
  const { code, out } = await tool('prisma', DIFF.split(' '), {
    anyCode: true,
    env: { ...process.env, DATABASE_URL: url },
  });
  return code === 0 ? '' : out;
}
