/** Runs tests or benches beside npm start: on servers, data and secrets of their own. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { inCheckout } from './checkout.mjs';

/**
 * @param {string} folder the home, unless RAFAGA_HOME names one
 * @param {(home: string) => Promise<number>} work resolves to the exit code
 * @param {object} [options]
 * @param {() => Promise<unknown>} [options.prepare] runs beside the start of the servers
 * @param {boolean} [options.disposable] the servers need not keep their data: no bench
 */
export const inTestCheckout = (folder, work, { prepare = build, disposable = false } = {}) =>
  inCheckout({ folder }, async (home, settings) => {
    await Promise.all([prepare(), serve(home, settings, disposable)]);
    return work(home);
  });

async function serve(home, settings, disposable) {
  const { migrate } = await import('../servers/migrate.mjs');
  const { startServices } = await import('../servers/services.mjs');
  const { rolePasswords } = await import('../settings/rolePasswords.mjs');
  const { secretsOf } = await import('../settings/secrets.mjs');
  const { databaseUrl } = await startServices(home, settings, {}, disposable);
  Object.assign(process.env, rolePasswords(home));
  await migrate(databaseUrl, { disposable: !settings.databaseUrl });
  // the journal and the marks of an earlier run would put a new database into restoration mode
  for (const name of ['marks', 'journal'])
    rmSync(path.join(home, 'files', name), { recursive: true, force: true });
  Object.assign(process.env, secretsOf(home), { RAFAGA_HOME: home });
}
