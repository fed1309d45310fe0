/** Starts everything with a demo business and shows a boleta and a factura on their way. */
import path from 'node:path';
import { withClient } from '../../migrate/database.mjs';
import { roleEnv } from '../../migrate/privileges/roles.mjs';
import { writeJson } from '../../processes/jsonFile.mjs';
import { programOf } from '../../processes/places.mjs';
import { say, step } from '../../processes/progress.mjs';
import { run } from '../../processes/run.mjs';
import { startServices } from '../../servers/services.mjs';
import { secretsOf, WITH_PREVIOUS } from '../settings/secrets.mjs';
import { build } from '../setup/build.mjs';
import { demoAdmin, demoBusiness } from './accounts.mjs';
import { startApps } from './apps.mjs';
import { invitation } from './invitation.mjs';
import { journey } from './journey.mjs';
import { addressOf, assignPorts, checkPorts } from './ports.mjs';
import { boleta, factura } from './sales.mjs';

/** The variables of env.json, which the CLI reads while this runs. */
const OF_THE_CLI = [
  ...['DATABASE_URL', 'REDIS_URL', 'API_PORT', 'PANEL_PORT', 'PANEL_URL', 'SIMULATOR_PORT'],
  ...['RAFAGA_HOME', 'RAFAGA_SIMULATOR_URL', 'RAFAGA_ALLOW_PRIVATE', ...WITH_PREVIOUS],
];

export async function demonstrate(home, settings) {
  await checkPorts();
  const [{ databaseUrl }] = await Promise.all([startServices(home, settings), build()]);
  // after the build, in whose minutes another installation may take one
  await assignPorts();
  const simulator = { RAFAGA_SIMULATOR_URL: addressOf('SIMULATOR') };
  Object.assign(process.env, secretsOf(home), simulator, { RAFAGA_HOME: home });
  const env = roleEnv('cli');
  const given = OF_THE_CLI.filter((name) => env[name]).map((name) => [name, env[name]]);
  writeJson(path.join(home, 'env.json'), Object.fromEntries(given));
  const accounts = await step('Iniciando API, worker, panel y simulador', () =>
    withClient(databaseUrl, (database) => startWithAccounts(home, settings, database)),
  );
  const demo = {
    base_url: `${addressOf('API')}/v1`,
    panel_url: process.env.PANEL_URL?.replace(/\/$/, '') || addressOf('PANEL'),
    simulator_url: addressOf('SIMULATOR'),
    ...accounts,
  };
  writeJson(path.join(home, 'demo.last.json'), demo);
  const caller = {
    RAFAGA_BASE_URL: demo.base_url,
    RAFAGA_API_KEY: demo.business.api_key,
    RAFAGA_API_SECRET: demo.business.api_secret,
  };
  const way = { home, demo, rafaga: rafaga(caller) };
  if (await journey(way, 'boletas', boleta())) await journey(way, 'facturas', factura());
  say(invitation(home, demo));
  // last: once the file exists, everything runs
  writeJson(path.join(home, 'demo.json'), demo);
}

/** The accounts are made while the apps start: both need only the database. */
async function startWithAccounts(home, settings, database) {
  const up = startApps(home, settings);
  const [business, panel] = await Promise.all([
    demoBusiness(home, database, rafaga(), up),
    demoAdmin(home, database, rafaga(), up),
    up,
  ]);
  return { business, panel };
}

/** Gives a function that runs a command of the CLI, as an operator would type it. */
const rafaga =
  (env = {}) =>
  async (...words) => {
    const args = [programOf('cli'), ...words];
    return (await run(process.execPath, args, { env: { ...roleEnv('cli'), ...env } })).stdout;
  };
