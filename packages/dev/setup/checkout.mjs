/** Runs a command in this checkout: supervised, in its own home, with everything installed. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { homeOf } from '../../processes/places.mjs';
import { supervised } from '../../processes/supervisor.mjs';
import { redisProgram } from '../../servers/redisProgram.mjs';
import { secretsOf } from '../settings/secrets.mjs';
import { readSettings } from '../settings/settings.mjs';
import { build } from './build.mjs';
import { install } from './pnpm.mjs';

/**
 * @param {(home: string, settings: ReturnType<typeof readSettings>) => Promise<number | void>} work
 * imports packages only when it is called; resolves to the exit code
 * @param {{ home?: string, redis?: boolean, interrupted?: number }} [options] its home; whether it
 * starts a Redis; the exit code after a signal
 */
export function inCheckout(
  work,
  { home = homeOf('.rafaga-check'), redis = false, interrupted } = {},
) {
  const settings = readSettings(process.env);
  const ready = () => Promise.all([install(), redis && !settings.redisUrl && redisProgram()]);
  return supervised(home, () => ready().then(() => work(home, settings)), interrupted);
}

/**
 * Runs tests or benches beside npm start: on servers, data and secrets of their own.
 * @param {string} folder of its home, in which marks, journal and database may go
 * @param {(home: string) => Promise<number>} work
 * @param {{ prepare?: () => Promise<unknown>, disposable?: boolean }} [options] what runs beside
 * the start of the servers; whether these need not keep their data, as for no bench
 */
export function inTestCheckout(folder, work, { prepare = build, disposable = false } = {}) {
  const prepared = async (home, settings) => {
    const { startServices } = await import('../../servers/services.mjs');
    const options = { disposable, mayDrop: !settings.databaseUrl };
    await Promise.all([prepare(), startServices(home, settings, options)]);
    // the journal and the marks of an earlier run would put a new database into restoration mode
    for (const name of ['marks', 'journal'])
      rmSync(path.join(home, 'files', name), { recursive: true, force: true });
    Object.assign(process.env, secretsOf(home), { RAFAGA_HOME: home });
    return work(home);
  };
  return inCheckout(prepared, { home: homeOf(folder), redis: true });
}
