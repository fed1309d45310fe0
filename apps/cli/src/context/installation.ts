/**
 * The settings that a command works with: the environment, completed by what `npm start` wrote in
 * $RAFAGA_HOME.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allowedNetworks } from '@rafaga/runtime/network';
import { namesRedis } from '@rafaga/runtime/redis';
import { Failure } from '../terminal/failure.js';
import { cannot } from '../terminal/systemProblem.js';

/** The environment variables, and those of env.json that they lack. */
export function installationEnv(): NodeJS.ProcessEnv {
  const stored = readJson<Record<string, string>>(join(home(), 'env.json')) ?? {};
  const lacking = Object.entries(stored).filter(([name]) => !isGivenOtherwise(name));
  return { ...Object.fromEntries(lacking), ...process.env, RAFAGA_HOME: home() };
}

/** As a file, or Redis as sentinels or a cluster: the value of env.json would take precedence. */
const isGivenOtherwise = (name: string): boolean =>
  Boolean(process.env[`${name}_FILE`]) || (name === 'REDIS_URL' && namesRedis(process.env));

/** The networks of `RAFAGA_ALLOW_PRIVATE`. */
export function allowPrivate(): readonly string[] {
  const value = installationEnv().RAFAGA_ALLOW_PRIVATE;
  const { fallback, read } = allowedNetworks();
  try {
    return value ? read(value) : (fallback ?? []);
  } catch (error) {
    throw new Failure(`La variable RAFAGA_ALLOW_PRIVATE ${(error as Error).message}.`);
  }
}

export interface Demo {
  base_url?: string;
  simulator_url?: string;
  business?: { api_key?: string; api_secret?: string };
}

/** The demo business of npm start; empty when there is none. */
export const demo = (): Demo => readJson(join(home(), 'demo.json')) ?? {};

/**
 * The folder of all data: RAFAGA_HOME, else .rafaga here or in the checkout, whose root is as far
 * above a bundle (apps/cli/bundle/dist) as above this module.
 */
function home(): string {
  if (process.env.RAFAGA_HOME) return resolve(process.env.RAFAGA_HOME);
  const here = resolve('.rafaga');
  return existsSync(here) ? here : resolve(import.meta.dirname, '../../../..', '.rafaga');
}

function readJson<T extends object>(file: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return cannot('leer', file)(error);
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Failure(`El archivo ${file} está dañado: detén y vuelve a iniciar npm start.`);
  }
}
