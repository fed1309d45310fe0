/** Runs a command in this checkout: supervised, in its own home, with everything installed. */
import { supervised } from '../processes/supervisor.mjs';
import { redisProgram } from '../servers/redisProgram.mjs';
import { homeOf } from '../settings/places.mjs';
import { readSettings } from '../settings/settings.mjs';
import { install } from './pnpm.mjs';

/**
 * @param {object} options
 * @param {string} options.folder the home, unless RAFAGA_HOME names one
 * @param {boolean} [options.redis] false: the command starts no Redis
 * @param {number} [options.interrupted] the exit code after a signal
 * @param {(settings: ReturnType<typeof readSettings>) => Promise<void>} [options.beforeInstall]
 * imports no package
 * @param {(home: string, settings: ReturnType<typeof readSettings>) => Promise<number | void>} work
 * imports packages only when it is called; resolves to the exit code
 */
export function inCheckout({ folder, redis = true, interrupted = 130, beforeInstall }, work) {
  const settings = readSettings(process.env);
  const home = homeOf(folder);
  return supervised(
    home,
    async () => {
      await beforeInstall?.(settings);
      await Promise.all([install(), redis && !settings.redisUrl && redisProgram()]);
      return work(home, settings);
    },
    interrupted,
  );
}
