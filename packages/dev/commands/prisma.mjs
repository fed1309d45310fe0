/**
 * npm run prisma -- …: the Prisma CLI, on the database of a running npm start or else on the same
 * one, started for it.
 */

import { owner } from '../processes/processList.mjs';
import { tool } from '../processes/run.mjs';
import { listFile, supervised } from '../processes/supervisor.mjs';
import { startServices } from '../servers/services.mjs';
import { homeOf } from '../settings/places.mjs';
import { lastPort, readRunningEnv } from '../settings/runningEnv.mjs';
import { readSettings } from '../settings/settings.mjs';
import { install } from '../setup/pnpm.mjs';
import '../setup/build.mjs';

export async function command(words) {
  const home = homeOf('.rafaga');
  const settings = readSettings(process.env);
  const ask = async () => (await tool('prisma', words, { loud: true, anyCode: true })).code;
  const running = readRunningEnv(home);
  if (owner(listFile(home)) && running.DATABASE_URL) {
    process.env.DATABASE_URL ??= running.DATABASE_URL;
    return ask();
  }
  return supervised(home, async () => {
    await install();
    await startServices(home, settings, {
      postgres: lastPort(running.DATABASE_URL),
      redis: lastPort(running.REDIS_URL),
    });
    return ask();
  });
}
