/** Starts everything with a demo business and shows a boleta and a factura on their way. */
import { withClient } from '../../migrate/database.mjs';
import { roleEnv } from '../../migrate/privileges/roles.mjs';
import { inRestoration, startApps } from '../processes/apps.mjs';
import { startMigrated } from '../servers/services.mjs';
import { visitedPorts } from '../settings/ports.mjs';
import { serverPorts, writeRunningEnv } from '../settings/runningEnv.mjs';
import { secretsOf } from '../settings/secrets.mjs';
import { build } from '../setup/build.mjs';
import { red, say, step } from '../terminal/progress.mjs';
import { demoAdmin, demoBusiness, demoSigner } from './accounts.mjs';
import { writeDemo } from './demoFile.mjs';
import { invitation } from './invitation.mjs';
import { journey } from './journey.mjs';
import { boleta, factura } from './sales.mjs';

export async function demonstrate(home, settings) {
  const ports = await visitedPorts(settings.ports);
  const wanted = serverPorts(home);
  const [databaseUrl] = await Promise.all([startMigrated(home, settings, { wanted }), build()]);
  const at = (name) => `http://127.0.0.1:${ports[name]}`;
  const demo = {
    base_url: `${at('API_PORT')}/v1`,
    panel_url: at('PANEL_PORT'),
    simulator_url: at('SIMULATOR_PORT'),
  };
  const env = { ...secretsOf(home), ...ports, RAFAGA_SIMULATOR_URL: demo.simulator_url };
  for (const [name, value] of Object.entries(env)) process.env[name] = String(value);
  process.env.RAFAGA_HOME = home;
  writeRunningEnv(home, roleEnv('cli'));
  await withClient(databaseUrl, async (database) => {
    const { business, panel } = await step('Iniciando API, worker, panel y simulador', () =>
      startWithDemo(home, { ...settings, ports }, database),
    );
    if (await inRestoration(ports.API_PORT)) say(red(RESTORING));
    else await showJourneys({ api: demo.base_url, credentials: business, database, home });
    say(invitation(home, { ...demo, panel, business }));
    writeDemo(home, { ...demo, panel, business });
  });
}

/** The demo business is made while the apps start: both need only the database. */
async function startWithDemo(home, settings, database) {
  const up = startApps(home, settings);
  const [business, panel] = await Promise.all([
    demoBusiness(home, database),
    demoAdmin(home, database, up),
    up,
  ]);
  await demoSigner(home, database);
  return { business, panel };
}

async function showJourneys(way) {
  const accepted = [
    await journey(way, 'boletas', boleta()),
    await journey(way, 'facturas', factura()),
  ];
  if (accepted.includes(false)) say(`Algo no llegó a su fin: mira ${way.home}/logs.`);
}

const RESTORING =
  'Modo restauración: la base de datos sabe menos de lo que ya se emitió. No se emite ni se ' +
  'envía nada.\nQué falta y cómo terminarlo: npm run --silent rafaga -- restaurar';
