/**
 * npm start: installs, builds and starts everything, issues a boleta and a factura, and keeps the
 * programs running until a signal.
 */
import { putDemoAside } from '../demo/demoFile.mjs';
import { onStop } from '../processes/supervisor.mjs';
import { visitedPorts } from '../settings/ports.mjs';
import { build } from '../setup/build.mjs';
import { inCheckout } from '../setup/checkout.mjs';
import { writeTo } from '../terminal/progress.mjs';

export function command() {
  writeTo(process.stdout);
  let ports;
  const beforeInstall = async (settings) => {
    ports = await visitedPorts(settings.ports);
  };
  const options = { folder: '.rafaga', interrupted: 0, beforeInstall };
  return inCheckout(options, async (home, settings) => {
    // loaded after the install: it imports packages
    const { demonstrate } = await import('../demo/demonstrate.mjs');
    putDemoAside(home);
    onStop(async () => putDemoAside(home));
    const [databaseUrl] = await Promise.all([startServers(home, settings), build()]);
    await demonstrate(home, { ...settings, ports }, databaseUrl);
    await new Promise(() => setInterval(() => undefined, 2 ** 30));
  });
}

/** Where own servers listen the first time; later where they did last time. */
const USUAL = { postgres: 55440, redis: 56390 };

async function startServers(home, settings) {
  const { startServices } = await import('../servers/services.mjs');
  const { migrate } = await import('../servers/migrate.mjs');
  const { rolePasswords } = await import('../settings/rolePasswords.mjs');
  const { lastPorts } = await import('../settings/runningEnv.mjs');
  const { postgres = USUAL.postgres, redis = USUAL.redis } = lastPorts(home);
  const { databaseUrl } = await startServices(home, settings, { postgres, redis });
  Object.assign(process.env, rolePasswords(home));
  await migrate(databaseUrl);
  return databaseUrl;
}
