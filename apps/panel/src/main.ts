/** The panel process. */
import {
  address,
  announceReady,
  choice,
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
  SECRET_VARIABLES,
  STORE_VARIABLES,
  secretConfig,
  serveHealth,
  storeConfig,
  text,
  VERSION,
} from '@rafaga/runtime';
import { allowedNetworks } from '@rafaga/runtime/network';
import { ALERT_VARIABLES, alertOptions } from './alerts/alertConfig.js';
import type { PanelConfig } from './start/panelConfig.js';
import { startPanel } from './start.js';

await run('panel', async (log) => {
  const env = readEnvironment();
  const panel = await startPanel(configOf(env), log);
  const internal = await serveHealth(
    panel.health,
    { name: 'PANEL', port: env.PANEL_HEALTH_PORT, host: env.PANEL_HEALTH_HOST },
    panel.metrics,
  );
  log.info('escuchando', { version: VERSION, port: panel.port, health: internal.address() });
  announceReady({ port: panel.port });
  return async () => {
    await panel.stop();
    internal.close();
  };
});

function readEnvironment() {
  return readConfig(process.env, {
    DATABASE_URL: postgresAddress(),
    ...REPLICA_VARIABLES,
    ...redisVariables(process.env),
    ...STORE_VARIABLES,
    ...SECRET_VARIABLES,
    RAFAGA_PEPPER: key(32),
    PANEL_HOST: text('127.0.0.1'),
    // 0: any free port
    PANEL_PORT: integer(0, 65_535, 3001),
    PANEL_MAX_CONNECTIONS: integer(10, 1_000_000, 1_000),
    PANEL_HEALTH_PORT: integer(0, 65_535, 0),
    PANEL_HEALTH_HOST: text('127.0.0.1'),
    PANEL_URL: address(['http', 'https'], ''),
    API_URL: address(['http', 'https'], ''),
    API_PORT: integer(0, 65_535, 3000),
    PANEL_SECOND_FACTOR: choice<'required' | 'optional'>(['required', 'optional'], 'required'),
    RAFAGA_SIMULATOR_URL: address(['http', 'https'], 'http://127.0.0.1:3002'),
    RAFAGA_ALLOW_PRIVATE: allowedNetworks(),
    RAFAGA_PROXIES: proxies(),
    ...ALERT_VARIABLES,
    NODE_ENV: text('development'),
  });
}

function configOf(env: ReturnType<typeof readEnvironment>): PanelConfig {
  return {
    databaseUrl: env.DATABASE_URL,
    replica: replicaConfig(env),
    redisServers: redisConfig(env),
    ...storeConfig(env),
    secretKeys: secretConfig(env, ['panel']),
    pepper: env.RAFAGA_PEPPER,
    host: env.PANEL_HOST,
    port: env.PANEL_PORT,
    maxConnections: env.PANEL_MAX_CONNECTIONS,
    url: env.PANEL_URL,
    apiUrl: (env.API_URL || `http://127.0.0.1:${env.API_PORT}`).replace(/\/(v1\/?)?$/, ''),
    secondFactor: env.PANEL_SECOND_FACTOR,
    simulatorUrl: env.RAFAGA_SIMULATOR_URL.replace(/\/$/, ''),
    allowPrivate: env.RAFAGA_ALLOW_PRIVATE,
    proxies: env.RAFAGA_PROXIES,
    alerts: alertOptions(env),
    production: env.NODE_ENV === 'production',
  };
}
