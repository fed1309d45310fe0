/** npm run prisma -- …: the Prisma CLI, on a database of its own unless DATABASE_URL names one. */
import { tool } from '../../processes/run.mjs';
import { inCheckout } from '../setup/checkout.mjs';

export const command = (words) =>
  inCheckout(async (home, { databaseUrl }) => {
    const { startPostgres } = await import('../../servers/postgres.mjs');
    process.env.DATABASE_URL = databaseUrl ?? (await startPostgres(home));
    return (await tool('prisma', words, { loud: true, anyCode: true })).code;
  });
