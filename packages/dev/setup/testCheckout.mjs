/** Runs tests or benches beside npm start: on servers, data and secrets of their own. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { inCheckout } from './checkout.mjs';

/**
 * @param {string} folder the home, unless RAFAGA_HOME names one
 * @param {(home: string) => Promise<number>} work resolves to the exit code
 * @param {() => Promise<unknown>} prepare runs beside the start of the servers
 */
export const inTestCheckout = (folder, work, prepare = build) =>
  inCheckout({ folder }, async (home, settings) => {
    await Promise.all([prepare(), serve(home, settings)]);
    return work(home);
  });

async function serve(home, settings) {
  const { migrate } = await import('../servers/migrate.mjs');
  const { startServices } = await import('../servers/services.mjs');
  const { rolePasswords } = await import('../settings/rolePasswords.mjs');
  const { secretsOf } = await import('../settings/secrets.mjs');
  const { databaseUrl } = await startServices(home, settings);
  Object.assign(process.env, rolePasswords(home));
  await migrate(databaseUrl, { disposable: !settings.databaseUrl });
  // the journal and the marks of an earlier run would put a new database into restoration mode
  for (const name of ['marks', 'journal'])
    rmSync(path.join(home, 'files', name), { recursive: true, force: true });
  Object.assign(process.env, secretsOf(home), { RAFAGA_HOME: home });
}
