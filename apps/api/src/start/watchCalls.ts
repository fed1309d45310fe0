/** Creates the state that follows calls: known callers, and callers that wait for a decision. */
import { type Db, findCredentials, throwUnavailable } from '@rafaga/db';
import { subscribeToSettingsChanges } from '@rafaga/queue';
import { type Logger, type RedisServers, throttleErrors } from '@rafaga/runtime';
import { createCallers } from '../edge/callers.js';
import { createLastUse } from '../edge/lastUse.js';
import { createRefusedRequestLog } from '../edge/refusedRequests.js';
import { type Decisions, watchDecisions } from '../waiting/decisions.js';

interface Troubles {
  log: Logger;
  redisTrouble(error: Error): void;
}

/** The callers that wait until their documents are decided. */
export const watchWaiting = (
  db: Db,
  redisServers: RedisServers,
  { log, redisTrouble }: Troubles,
): Decisions =>
  watchDecisions({
    db,
    redisServers,
    onRedisError: redisTrouble,
    onDbError: throttleErrors((error) => log.warn('no se consultó lo que se espera', { error })),
  });

/** The cache of callers, and the recorders of their calls. */
export function watchCalls(db: Db, redisServers: RedisServers, { log, redisTrouble }: Troubles) {
  const callers = createCallers((apiKeys) => findCredentials(db, apiKeys).catch(throwUnavailable));
  const unsubscribe = subscribeToSettingsChanges(redisServers, callers.drop, redisTrouble);
  const lastUse = createLastUse(db, (error) => log.warn('no se anotó el último uso', { error }));
  const refusedRequests = createRefusedRequestLog(
    db,
    throttleErrors((error, times) =>
      log.warn('no se anotaron las solicitudes rechazadas', { error, times }),
    ),
  );
  const close = async () => {
    await Promise.all([lastUse.close(), refusedRequests.close()]);
    unsubscribe();
  };
  return { deps: { callers, lastUse, refusedRequests }, close };
}
