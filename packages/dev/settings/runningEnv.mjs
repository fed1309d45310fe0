/** Writes and reads env.json: the environment of a running npm start, for the CLI. */
import path from 'node:path';
import { readJson, writeJson } from './jsonFile.mjs';
import { SECRETS } from './secrets.mjs';

const NAMES = [
  'DATABASE_URL',
  'REDIS_URL',
  ...SECRETS,
  'RAFAGA_HOME',
  'API_PORT',
  'PANEL_PORT',
  'PANEL_URL',
  'SIMULATOR_PORT',
  'RAFAGA_SIMULATOR_URL',
  'RAFAGA_ALLOW_PRIVATE',
];

const fileOf = (home) => path.join(home, 'env.json');

export const writeRunningEnv = (home, env) =>
  writeJson(
    fileOf(home),
    Object.fromEntries(NAMES.filter((name) => env[name]).map((name) => [name, env[name]])),
  );

/** @returns what was last written, or an empty object */
export const readRunningEnv = (home) => readJson(fileOf(home)) ?? {};

/** The ports of the last run's own servers. */
export function lastPorts(home) {
  const { DATABASE_URL, REDIS_URL } = readRunningEnv(home);
  return { postgres: localPort(DATABASE_URL), redis: localPort(REDIS_URL) };
}

const localPort = (address) =>
  address && new URL(address).hostname === '127.0.0.1' ? Number(new URL(address).port) : undefined;
