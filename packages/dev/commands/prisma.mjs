/** npm run prisma -- …: the Prisma CLI on npm start's database, which it starts when needed. */
import { owner } from '../processes/processList.mjs';
import { tool } from '../processes/run.mjs';
import { listFile } from '../processes/supervisor.mjs';
import { homeOf } from '../settings/places.mjs';
import { lastPorts, readRunningEnv } from '../settings/runningEnv.mjs';
import '../setup/build.mjs';
import { inCheckout } from '../setup/checkout.mjs';
import { UserError } from '../terminal/userError.mjs';

const folder = '.rafaga';
const MIGRATES = /^migrate (deploy|dev|reset)\b/;

export async function command(words) {
  const home = homeOf(folder);
  const prisma = async () => {
    const { code } = await tool('prisma', words, { loud: true, anyCode: true });
    if (code === 0 && MIGRATES.test(words.join(' '))) await secured(home);
    return code;
  };
  const running = readRunningEnv(home);
  if (owner(listFile(home)) && running.DATABASE_URL) {
    process.env.DATABASE_URL ??= await runningOwnerUrl(home);
    return prisma();
  }
  return inCheckout({ folder }, async (_home, settings) => {
    const { startServices } = await import('../servers/services.mjs');
    await startServices(home, settings, lastPorts(home));
    return prisma();
  });
}

/** A migration may have made tables: each role gets its privileges on them. */
async function secured(home) {
  const { rolePasswords } = await import('../settings/rolePasswords.mjs');
  const { secureDatabase } = await import('../../migrate/privileges/secure.mjs');
  await secureDatabase(process.env.DATABASE_URL, { ...process.env, ...rolePasswords(home) });
}

/** env.json has the address of the CLI, whose role migrates nothing. */
async function runningOwnerUrl(home) {
  const { hasOwnServer, ownerUrl } = await import('../servers/postgres.mjs');
  if (hasOwnServer(home)) return ownerUrl(home, lastPorts(home).postgres);
  throw new UserError('Da en DATABASE_URL la dirección del dueño de la base de datos.');
}
