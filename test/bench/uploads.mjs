/**
 * Measures the memory of a panel while one user uploads thirty certificates at once, each as costly
 * to open as one may be, and how long an honest upload takes meanwhile. The same files opened all
 * at once, as without a bound, are measured in the same process afterwards.
 *
 * npm run bench -- uploads [--files 30]
 */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readCertificate } from '@rafaga/certificates';
import { addUser, createBusiness, setPassword } from '@rafaga/db';
import { startPanel } from '@rafaga/panel';
import { createLogger } from '@rafaga/runtime';
import { hashPassword } from '@rafaga/secrets';
import { rssMb } from './tools/cpu.mjs';
import { openDb } from './tools/openDb.mjs';
import { slowPfx } from './tools/slowPfx.mjs';

const { values } = parseArgs({ options: { files: { type: 'string', default: '30' } } });
const FILES = Number(values.files);
const PASSWORD = 'una frase de cuatro palabras';
const RUC = '20131312955';
const by = { actor: 'bench' };

const databaseUrl = process.env.DATABASE_URL;
const panel = await startPanel(
  {
    databaseUrl,
    redisServers: process.env.REDIS_URL,
    filesDir: path.join(tmpdir(), `rafaga-bench-uploads-${process.pid}`),
    secretKeys: { master: [randomBytes(32)] },
    pepper: randomBytes(32),
    host: '127.0.0.1',
    port: 0,
    url: '',
    apiUrl: 'http://127.0.0.1:3000',
    simulatorUrl: 'http://127.0.0.1:9',
    allowPrivate: [],
    secondFactor: 'optional',
    proxies: 0,
    maxConnections: 1_000,
    production: false,
  },
  createLogger('panel', { level: 'error' }),
);
const url = `http://127.0.0.1:${panel.port}`;
const db = openDb(databaseUrl, { max: 2 });
await createBusiness(db, by, { ruc: RUC, legalName: 'Cadena de Medida S.A.C.' });
const pfx = await slowPfx(RUC, 'x');

const tokenIn = (html) => /name="ficha" value="([^"]+)"/.exec(html)?.[1] ?? '';
const cookieOf = (answer) =>
  answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');

/** @returns the headers and the form token of a new user's session */
async function signedIn() {
  const email = `${randomBytes(8).toString('hex')}@bench.pe`;
  const { id } = await addUser(db, by, { email, name: 'Medida', role: 'admin' });
  await setPassword(db, by, id, await hashPassword(PASSWORD));
  const page = await fetch(`${url}/ingresar`);
  const body = new URLSearchParams({
    ficha: tokenIn(await page.text()),
    correo: email,
    clave: PASSWORD,
  });
  const login = { method: 'POST', redirect: 'manual', body, headers: { Cookie: cookieOf(page) } };
  const headers = { Cookie: cookieOf(await fetch(`${url}/ingresar`, login)) };
  const form = await fetch(`${url}/negocios/${RUC}/certificado`, { headers });
  return { headers, ficha: tokenIn(await form.text()) };
}

/** @returns the status of an upload and its milliseconds */
async function upload({ headers, ficha }) {
  const body = new FormData();
  body.append('ficha', ficha);
  body.append('archivo', new Blob([pfx]), 'lento.pfx');
  body.append('clave', 'x');
  const began = performance.now();
  const to = `${url}/negocios/${RUC}/certificado`;
  const answer = await fetch(to, { method: 'POST', redirect: 'manual', headers, body });
  await answer.arrayBuffer();
  return { status: answer.status, ms: Math.round(performance.now() - began) };
}

/** @returns the megabytes before some work and the most during it, and its result */
async function memoryOf(work) {
  global.gc?.();
  const before = rssMb(process.pid);
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, rssMb(process.pid));
  }, 10);
  const result = await work();
  clearInterval(watching);
  return { text: `${Math.round(before)} MB, at most ${Math.round(most)} MB`, result };
}

const times = (work) => Promise.all(Array.from({ length: FILES }, work));
const [attacker, honest] = [await signedIn(), await signedIn()];
await upload(honest);
const { text, result } = await memoryOf(async () => {
  const flood = times(() => upload(attacker));
  await sleep(300);
  const own = await upload(honest);
  return { own, statuses: (await flood).map(({ status }) => status) };
});
const opened = result.statuses.filter((status) => status !== 503).length;
console.log(
  `panel, ${FILES} certificates of one user at once: ${text}; ${opened} opened, the others ` +
    `refused; another user’s: ${result.own.status} in ${result.own.ms} ms`,
);
const all = await memoryOf(() => times(() => readCertificate(pfx, 'x').catch(() => undefined)));
console.log(`the same ${FILES} opened all at once: ${all.text}`);
await panel.stop();
await db.close();
