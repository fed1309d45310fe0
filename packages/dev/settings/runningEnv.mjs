/** Writes and reads env.json: the environment of a running npm start, for the CLI. */
import path from 'node:path';
import { readJson, writeJson } from './jsonFile.mjs';
import { SECRETS } from './secrets.mjs';

const NAMES = [
  ...['DATABASE_URL', 'REDIS_URL', 'API_PORT', 'PANEL_PORT', 'PANEL_URL', 'SIMULATOR_PORT'],
  ...['RAFAGA_HOME', 'RAFAGA_SIMULATOR_URL', 'RAFAGA_ALLOW_PRIVATE', ...SECRETS],
];

const fileOf = (home) => path.join(home, 'env.json');

export function writeRunningEnv(home, env) {
  const given = NAMES.filter((name) => env[name]);
  writeJson(fileOf(home), Object.fromEntries(given.map((name) => [name, env[name]])));
}

/** The ports of the last run's own servers, those that it had. */
export function lastPorts(home) {
  const { DATABASE_URL, REDIS_URL } = readJson(fileOf(home)) ?? {};
  const ports = {};
  for (const [name, address] of [
    ['postgres', DATABASE_URL],
    ['redis', REDIS_URL],
  ])
    if (address && new URL(address).hostname === '127.0.0.1')
      ports[name] = Number(new URL(address).port);
  return ports;
}
