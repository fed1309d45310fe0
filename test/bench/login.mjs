/**
 * Measures how long an honest login takes beside a flood of anonymous ones: alone, from another
 * address, from a browser that its user has signed in from while many addresses flood, and from a
 * new browser while a network of each flooding login flood, once and again.
 *
 * npm run bench -- login [--flood 60] [--json]
 */
import { randomBytes } from 'node:crypto';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addUser, setPassword } from '@rafaga/db';
import { startPanel } from '@rafaga/panel';
import { createLogger } from '@rafaga/runtime';
import { hashPassword } from '@rafaga/secrets';
import { openDb } from './tools/openDb.mjs';

const { values } = parseArgs({
  options: { flood: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
});
const PASSWORD = 'una frase de cuatro palabras';
const databaseUrl = process.env.DATABASE_URL;
const panel = await startPanel(
  {
    databaseUrl,
    redisServers: process.env.REDIS_URL,
    filesDir: path.join(tmpdir(), `rafaga-bench-login-${process.pid}`),
    secretKeys: { master: [randomBytes(32)] },
    pepper: randomBytes(32),
    host: '127.0.0.1',
    port: 0,
    url: '',
    apiUrl: 'http://127.0.0.1:3000',
    simulatorUrl: 'http://127.0.0.1:9',
    allowPrivate: [],
    secondFactor: 'optional',
    proxies: 1,
    maxConnections: 1_000,
    production: false,
  },
  createLogger('panel', { level: 'error' }),
);
const url = `http://127.0.0.1:${panel.port}/ingresar`;
const db = openDb(databaseUrl, { max: 2 });
const email = `${randomBytes(8).toString('hex')}@bench.pe`;
const by = { actor: 'bench' };
const { id } = await addUser(db, by, { email, name: 'Medida', role: 'support' });
await setPassword(db, by, id, await hashPassword(PASSWORD));

/** Signs in from an address. @returns milliseconds, status, and the cookie of the browser */
async function signIn(address, correo, clave, device = '') {
  const page = await fetch(url);
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const ficha = /name="ficha" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const headers = { Cookie: `${cookie}; ${device}`, 'X-Forwarded-For': address };
  const body = new URLSearchParams({ ficha, correo, clave });
  const begin = performance.now();
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers, body });
  const ms = Math.round(performance.now() - begin);
  const known = answer.headers.getSetCookie().find((set) => set.startsWith('rafaga_equipo='));
  return { ms, status: answer.status, device: known?.split(';')[0] ?? '' };
}

/** An honest login in the middle of a flood. */
async function beside(addressOf, device, from = '203.0.113.7') {
  const flood = Array.from({ length: Number(values.flood) }, (_, index) =>
    signIn(addressOf(index), `${randomBytes(8).toString('hex')}@bench.pe`, 'no es esta'),
  );
  await Promise.race(flood);
  const { ms, status } = await signIn(from, email, PASSWORD, device);
  const answers = await Promise.all(flood);
  return { ms, status, refused: answers.filter((each) => each.status === 429).length };
}

let browsers = 0;
/** From a new browser of a new network. */
const besideNetworks = () => beside((index) => `100.64.${index}.1`, '', `203.0.${browsers++}.8`);

const alone = await signIn('203.0.113.7', email, PASSWORD);
const result = {
  alone: alone.ms,
  oneAddress: await beside(() => '198.51.100.1', ''),
  manyAddresses: await beside((index) => `198.51.100.${index}`, alone.device),
  manyNetworks: await besideNetworks(),
  sameNetworks: {},
};
// each of these lets more of them fail: after two logins a network is suspected
for (let time = 0; time < 3; time++) result.sameNetworks = await besideNetworks();
await panel.stop();
await db.close();
if (values.json) console.log(JSON.stringify(result));
else
  console.log(
    `${cpus()[0].model} × ${cpus().length}, Node ${process.version}\nalone ${result.alone} ms\n` +
      `beside ${values.flood} of one address ${result.oneAddress.ms} ms ` +
      `(${result.oneAddress.refused} refused)\nfrom a known browser beside ${values.flood} ` +
      `addresses ${result.manyAddresses.ms} ms (${result.manyAddresses.refused} refused)\n` +
      `from a new browser beside ${values.flood} networks ${result.manyNetworks.ms} ms ` +
      `(${result.manyNetworks.status}), beside the same once more ${result.sameNetworks.ms} ms ` +
      `(${result.sameNetworks.status})`,
  );
