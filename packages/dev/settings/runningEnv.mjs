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

/** Where own servers listen: where they did last time, the first time at the usual ports. */
export function serverPorts(home) {
  const { DATABASE_URL, REDIS_URL } = readJson(fileOf(home)) ?? {};
  return { postgres: ownPort(DATABASE_URL) ?? 55440, redis: ownPort(REDIS_URL) ?? 56390 };
}

function ownPort(address) {
  const url = address && new URL(address);
  return url?.hostname === '127.0.0.1' ? Number(url.port) : undefined;
}
