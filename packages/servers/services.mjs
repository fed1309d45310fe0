/** Starts the PostgreSQL and Redis of a run, unless the environment names them. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PASSWORD_VARIABLES } from '../migrate/privileges/roles.mjs';
import { keptValues } from '../processes/keptValues.mjs';
import { step } from '../processes/progress.mjs';
import { UserError } from '../processes/userError.mjs';
import { migrate } from './migrate.mjs';
import { startPostgres } from './postgres.mjs';
import { redisAnswers, startRedis } from './redis.mjs';

/**
 * Starts the servers, migrates, and puts their addresses and a password for each program into the
 * environment.
 * @param {{ databaseUrl?: string, redisUrl?: string }} given addresses that the user named
 * @param {{ disposable?: boolean, mayDrop?: boolean }} [options] whether the data of an own
 * PostgreSQL may go, and whether a database of changed migrations is made anew
 */
export async function startServices(home, given, options = {}) {
  const both = [
    given.databaseUrl ?? startPostgres(home, options.disposable),
    given.redisUrl ? answering(given.redisUrl) : startRedis(home),
  ];
  const [databaseUrl, redisUrl] = await step('Iniciando PostgreSQL y Redis', async () => {
    // both are waited for before one fails, so that neither is left half started
    await Promise.allSettled(both);
    return Promise.all(both);
  });
  Object.assign(process.env, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  Object.assign(process.env, rolePasswords(home));
  await migrate(databaseUrl, options.mayDrop);
  return { databaseUrl, redisUrl };
}

async function answering(url) {
  await redisAnswers(url).catch((error) => {
    throw new UserError(`El Redis de REDIS_URL no responde: ${error.message || 'sin conexión'}.`);
  });
  return url;
}

/** Of the programs' roles in PostgreSQL. */
const rolePasswords = (home) =>
  keptValues(path.join(home, 'database-roles.json'), PASSWORD_VARIABLES, () =>
    Object.fromEntries(
      PASSWORD_VARIABLES.map((name) => [name, randomBytes(24).toString('base64url')]),
    ),
  );
