/**
 * npm start: installs, builds and starts everything, issues a boleta and a factura, and keeps the
 * programs running until a signal.
 */
import { putDemoAside } from '../demo/demoFile.mjs';
import { lastPorts } from '../settings/runningEnv.mjs';
import { build } from '../setup/build.mjs';
import { inCheckout } from '../setup/checkout.mjs';
import { writeTo } from '../terminal/progress.mjs';

/** Where own servers listen the first time; later where they did last time. */
const USUAL = { postgres: 55440, redis: 56390 };

export function command() {
  writeTo(process.stdout);
  return inCheckout({ folder: '.rafaga', interrupted: 0 }, async (home, settings) => {
    // loaded after the install: they import packages
    const { visitedPorts } = await import('../settings/ports.mjs');
    const { startMigrated } = await import('../servers/services.mjs');
    const { demonstrate } = await import('../demo/demonstrate.mjs');
    const ports = await visitedPorts(settings.ports);
    putDemoAside(home);
    process.on('exit', () => putDemoAside(home));
    const wanted = { ...USUAL, ...lastPorts(home) };
    const [databaseUrl] = await Promise.all([startMigrated(home, settings, { wanted }), build()]);
    await demonstrate(home, { ...settings, ports }, databaseUrl);
    await new Promise(() => setInterval(() => undefined, 2 ** 30));
  });
}
