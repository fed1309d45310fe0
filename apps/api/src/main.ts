/** Runs the API process: checks its configuration, listens, and stops when it is told to. */
import type { AddressInfo } from 'node:net';
import {
  announceReady,
  integer,
  key,
  postgresAddress,
  proxies,
  REPLICA_VARIABLES,
  readConfig,
  redisConfig,
  redisVariables,
  replicaConfig,
  run,
  STORE_VARIABLES,
  serveHealth,
  storeConfig,
  text,
  VERSION,
} from '@rafaga/runtime';
import { startTracing } from '@rafaga/tracing';
import { startApi } from './start/startApi.js';

await run('api', async (log) => {
  const env = readConfig(process.env, {
    DATABASE_URL: postgresAddress(),
    ...REPLICA_VARIABLES,
    ...redisVariables(process.env),
    ...STORE_VARIABLES,
    RAFAGA_PEPPER: key(32),
    API_HOST: text('127.0.0.1'),
    // 0: any free port
    API_PORT: integer(0, 65_535, 3000),
    API_HEALTH_PORT: integer(0, 65_535, 0),
    API_HEALTH_HOST: text('127.0.0.1'),
    API_MAX_CONNECTIONS: integer(10, 1_000_000, 10_000),
    RAFAGA_API: integer(1, 64, 1),
    RAFAGA_PROXIES: proxies(),
  });
  const tracing = await startTracing('api', process.env, log);
  const api = await startApi(
    {
      databaseUrl: env.DATABASE_URL,
      replica: replicaConfig(env),
      redisServers: redisConfig(env),
      ...storeConfig(env),
      pepper: env.RAFAGA_PEPPER,
      host: env.API_HOST,
      port: env.API_PORT,
      maxConnections: env.API_MAX_CONNECTIONS,
      processes: env.RAFAGA_API,
      proxies: env.RAFAGA_PROXIES,
    },
    log,
    tracing,
  );
  const internal = await serveHealth(
    api.health,
    { name: 'API', port: env.API_HEALTH_PORT, host: env.API_HEALTH_HOST },
    api.metrics,
  );
  const { port: healthPort } = internal.address() as AddressInfo;
  log.info('escuchando', { version: VERSION, port: api.port, healthPort });
  announceReady({ port: api.port, healthPort });
  return async () => {
    await api.stop();
    internal.close();
    await tracing?.stop();
  };
});
