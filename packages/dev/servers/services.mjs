/** Starts the PostgreSQL and Redis of a run, unless the environment names them. */
import { PASSWORD_VARIABLES } from '../../migrate/privileges/roles.mjs';
import { rolePasswords } from '../settings/secrets.mjs';
import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { migrate } from './migrate.mjs';
import { startPostgres } from './postgres.mjs';
import { evictionPolicy, startRedis } from './redis.mjs';

/** BullMQ must never lose a key. */
const KEEPS_ALL = 'noeviction';

/**
 * Starts the servers and puts their addresses into the environment.
 * @param given addresses that the user named, if any
 * @param wanted ports of own servers, if it matters
 * @param disposable whether the data of an own PostgreSQL may go
 */
export async function startServices(home, given = {}, wanted = {}, disposable = false) {
  const both = [
    given.databaseUrl ?? startPostgres(home, { port: wanted.postgres, disposable }),
    given.redisUrl ? verified(given.redisUrl) : startRedis(home, wanted.redis),
  ];
  const [databaseUrl, redisUrl] = await step('Iniciando PostgreSQL y Redis', async () => {
    // both are waited for before one fails, so that neither is left half started
    await Promise.allSettled(both);
    return Promise.all(both);
  });
  Object.assign(process.env, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  return { databaseUrl, redisUrl };
}

/**
 * The same, with the migrations and a password for each program.
 * @param {{ wanted?: object, disposable?: boolean, mayDrop?: boolean }} options mayDrop: a database
 * of changed migrations is made anew
 */
export async function startMigrated(home, given, options) {
  const { wanted, disposable, mayDrop } = options;
  const { databaseUrl } = await startServices(home, given, wanted, disposable);
  Object.assign(process.env, rolePasswords(home, PASSWORD_VARIABLES));
  await migrate(databaseUrl, { disposable: mayDrop });
  return databaseUrl;
}

async function verified(url) {
  const policy = await evictionPolicy(url).catch((error) => {
    throw new UserError(`El Redis de REDIS_URL no responde: ${error.message || 'sin conexión'}.`);
  });
  if ((policy ?? KEEPS_ALL) === KEEPS_ALL) return url;
  const { hostname, port } = new URL(url);
  throw new UserError(
    'El Redis de REDIS_URL puede borrar lo que guarda: su maxmemory-policy es ' +
      `«${policy}». Cámbiala y vuelve a empezar:\n` +
      `  redis-cli -h ${hostname} -p ${port || 6379} CONFIG SET maxmemory-policy ${KEEPS_ALL}`,
  );
}
