/** npm run prisma -- …: the Prisma CLI on npm start's database, which it starts when needed. */
import { owner } from '../processes/processList.mjs';
import { tool } from '../processes/run.mjs';
import { listFile } from '../processes/supervisor.mjs';
import { homeOf } from '../settings/places.mjs';
import { lastPorts } from '../settings/runningEnv.mjs';
import '../setup/build.mjs';
import { inCheckout } from '../setup/checkout.mjs';

const folder = '.rafaga';
const MIGRATES = /^migrate (deploy|dev|reset)\b/;

export async function command(words) {
  const home = homeOf(folder);
  const prisma = async () => {
    const { secure } = await import('../servers/services.mjs');
    const { code } = await tool('prisma', words, { loud: true, anyCode: true });
    if (code === 0 && MIGRATES.test(words.join(' '))) await secure(home);
    return code;
  };
  if (owner(listFile(home))) {
    // env.json has the address of the CLI, whose role migrates nothing
    const { ownerUrl } = await import('../servers/postgres.mjs');
    process.env.DATABASE_URL ||= ownerUrl(home, lastPorts(home).postgres);
    return prisma();
  }
  return inCheckout({ folder }, async (_home, settings) => {
    const { startServices } = await import('../servers/services.mjs');
    await startServices(home, settings, lastPorts(home));
    return prisma();
  });
}
