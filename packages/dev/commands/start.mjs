/**
 * npm start: installs, builds and starts everything, issues a boleta and a factura, and keeps the
 * programs running until a signal.
 */
import { demoAdmin } from '../demo/admin.mjs';
import { demoBusiness } from '../demo/business.mjs';
import { putDemoAside, writeDemo } from '../demo/demoFile.mjs';
import { invite } from '../demo/invitation.mjs';
import { journey } from '../demo/journey.mjs';
import { boleta, factura } from '../demo/sales.mjs';
import { demoSigner } from '../demo/signer.mjs';
import { inRestoration, startApps } from '../processes/apps.mjs';
import { NeverReady } from '../processes/managedProcess.mjs';
import { onStop, supervised } from '../processes/supervisor.mjs';
import { migrate } from '../servers/migrate.mjs';
import { redisProgram } from '../servers/redisProgram.mjs';
import { startServices } from '../servers/services.mjs';
import { homeOf } from '../settings/places.mjs';
import { visitedPorts } from '../settings/ports.mjs';
import { lastPort, readRunningEnv, writeRunningEnv } from '../settings/runningEnv.mjs';
import { secretsOf } from '../settings/secrets.mjs';
import { readSettings } from '../settings/settings.mjs';
import { build } from '../setup/build.mjs';
import { install } from '../setup/pnpm.mjs';
import { red, say, speakOn, step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

/** Where our own servers listen the first time; later where they did last time. */
const USUAL = { postgres: 55440, redis: 56390 };

export function command() {
  speakOn(process.stdout);
  const settings = readSettings(process.env);
  const home = homeOf('.rafaga');
  const work = async () => {
    const ports = await visitedPorts(settings.ports);
    putDemoAside(home);
    onStop(async () => putDemoAside(home));
    await Promise.all([install(), settings.redisUrl ? undefined : redisProgram()]);
    const before = readRunningEnv(home);
    const wanted = {
      postgres: lastPort(before.DATABASE_URL) ?? USUAL.postgres,
      redis: lastPort(before.REDIS_URL) ?? USUAL.redis,
    };
    const [, { databaseUrl }] = await Promise.all([
      build(),
      startServices(home, settings, wanted).then(async (services) => {
        await migrate(services.databaseUrl);
        return services;
      }),
    ]);
    tellEveryone(home, ports);
    await withDatabase(databaseUrl, async (database) => {
      const { business, own, panel } = await step('Iniciando API, worker, panel y simulador', () =>
        raise(home, { ...settings, ports }, database),
      );
      await showTheWay({ home, ports, credentials: own, database });
      invite({ home, ports, business, panel });
      writeDemo(home, ports, business, panel);
    });
    await new Promise(() => setInterval(() => undefined, 2 ** 30));
  };
  return supervised(home, work, 0);
}

/** The environment of everything below us, and the file that tells it to the CLI. */
function tellEveryone(home, ports) {
  const addresses = {
    API_PORT: ports.API_PORT,
    PANEL_PORT: ports.PANEL_PORT,
    SIMULATOR_PORT: ports.SIMULATOR_PORT,
    RAFAGA_SIMULATOR_URL: `http://127.0.0.1:${ports.SIMULATOR_PORT}`,
  };
  for (const [name, value] of Object.entries({
    ...secretsOf(home),
    ...addresses,
    RAFAGA_HOME: home,
  }))
    process.env[name] = String(value);
  writeRunningEnv(home, process.env);
}

/** The demo business is made while the apps start: both need only the database. */
async function raise(home, settings, database) {
  try {
    const up = startApps(home, settings);
    const [demo, panel] = await Promise.all([
      demoBusiness(home, database),
      demoAdmin(home, database, up),
      up,
    ]);
    await demoSigner(home, database);
    return { ...demo, panel };
  } catch (error) {
    // a wrong setting: the app said which in a sentence of its own
    if (error instanceof NeverReady)
      throw new UserError(error.code === 2 ? error.lines.join('\n') : error.message);
    throw error;
  }
}

async function showTheWay({ home, ports, credentials, database }) {
  if (await inRestoration(ports.API_PORT)) {
    say(
      red(
        'Modo restauración: la base de datos sabe menos de lo que ya se emitió. No se ' +
          'emite ni se envía nada.',
      ),
    );
    say('Qué falta y cómo terminarlo: npm run --silent rafaga -- restaurar');
    return;
  }
  const way = { api: `http://127.0.0.1:${ports.API_PORT}/v1`, credentials, database, home };
  const accepted = [
    await journey(way, 'boletas', boleta()),
    await journey(way, 'facturas', factura()),
  ];
  if (accepted.includes(false)) say(`Algo no llegó a su fin: mira ${home}/logs.`);
}

async function withDatabase(url, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
