/**
 * A place to work in beside npm start: everything installed, servers and data of its own, migrated,
 * with secrets.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { supervised } from '../processes/supervisor.mjs';
import { migrate } from '../servers/migrate.mjs';
import { redisProgram } from '../servers/redisProgram.mjs';
import { startServices } from '../servers/services.mjs';
import { homeOf } from '../settings/places.mjs';
import { secretsOf } from '../settings/secrets.mjs';
import { readSettings } from '../settings/settings.mjs';
import { install } from './pnpm.mjs';

/**
 * @param {object} options
 * @param {string} options.folder the home, unless RAFAGA_HOME names one
 * @param {() => Promise<unknown>} options.prepare what must be built, side by side with the servers
 * @param {(home: string) => Promise<number>} work gets the home; its answer is the command's exit
 * code
 */
export function inWorkshop({ folder, prepare }, work) {
  const settings = readSettings(process.env);
  const home = homeOf(folder);
  return supervised(home, async () => {
    await Promise.all([install(), settings.redisUrl ? undefined : redisProgram()]);
    const serve = async () => {
      const { databaseUrl } = await startServices(home, settings);
      await migrate(databaseUrl, { disposable: !settings.databaseUrl });
      // a database that was made anew, or is another, never gave what an earlier run acknowledged
      for (const told of ['marks', 'journal'])
        rmSync(path.join(home, 'files', told), { recursive: true, force: true });
    };
    await Promise.all([prepare(), serve()]);
    Object.assign(process.env, secretsOf(home), { RAFAGA_HOME: home });
    return work(home);
  });
}
