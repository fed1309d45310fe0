/**
 * PostgreSQL and Redis for a run: the ones the environment names, or our own. Their addresses go
 * into the environment.
 */

import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { redisCommand } from './redisCommand.mjs';

/** BullMQ must never lose a key. */
const KEEPS_ALL = 'noeviction';

/**
 * @param given addresses that the user named, if any
 * @param wanted ports for our own servers, if it matters
 */
export async function startServices(home, given = {}, wanted = {}) {
  const [databaseUrl, redisUrl] = await step('Iniciando PostgreSQL y Redis', () =>
    bothOrThrow(
      given.databaseUrl ?? startPostgres(home, wanted.postgres),
      given.redisUrl ? reached(given.redisUrl) : startRedis(home, wanted.redis),
    ),
  );
  Object.assign(process.env, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  return { databaseUrl, redisUrl };
}

/** Waits for both before it fails, so that neither is left half started. */
async function bothOrThrow(...both) {
  const settled = await Promise.allSettled(both);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return Promise.all(both);
}

async function reached(url) {
  const answer = await redisCommand(url, 'PING').catch((error) => error.message);
  if (!answer.includes('PONG'))
    throw new UserError(`El Redis de REDIS_URL no responde: ${answer.trim() || 'sin conexión'}.`);
  const policy =
    /maxmemory_policy:(\S+)/.exec(await redisCommand(url, 'INFO', 'memory').catch(() => ''))?.[1] ??
    KEEPS_ALL;
  if (policy === KEEPS_ALL) return url;
  const { hostname, port } = new URL(url);
  throw new UserError(
    [
      'El Redis de REDIS_URL puede borrar lo que guarda: su maxmemory-policy es ' +
        `«${policy}». Cámbiala y vuelve a empezar:`,
      `  redis-cli -h ${hostname} -p ${port || 6379} CONFIG SET maxmemory-policy ${KEEPS_ALL}`,
    ].join('\n'),
  );
}
