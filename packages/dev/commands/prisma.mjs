/** npm run prisma -- …: the Prisma CLI on npm start's database, which it starts when needed. */
import { owner } from '../processes/processList.mjs';
import { tool } from '../processes/run.mjs';
import { listFile } from '../processes/supervisor.mjs';
import { homeOf } from '../settings/places.mjs';
import { lastPorts, readRunningEnv } from '../settings/runningEnv.mjs';
import '../setup/build.mjs';
import { inCheckout } from '../setup/checkout.mjs';

const folder = '.rafaga';

export async function command(words) {
  const prisma = async () => (await tool('prisma', words, { loud: true, anyCode: true })).code;
  const home = homeOf(folder);
  const running = readRunningEnv(home);
  if (owner(listFile(home)) && running.DATABASE_URL) {
    process.env.DATABASE_URL ??= running.DATABASE_URL;
    return prisma();
  }
  return inCheckout({ folder }, async (_home, settings) => {
    const { startServices } = await import('../servers/services.mjs');
    await startServices(home, settings, lastPorts(home));
    return prisma();
  });
}
