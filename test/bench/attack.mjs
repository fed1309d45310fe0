// Measures what one caller can do to another: two hundred of the worst bodies at once, and a flood
// of invented keys, each beside the same calls in quiet.
// npm run bench -- attack [--seconds 4] [--bodies 200]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDb } from '@rafaga/db';
import { newCredential } from '@rafaga/secrets';
import { benchBusiness } from './tools/business.mjs';
import { cpuMs } from './tools/cpu.mjs';
import { boletas } from './tools/sales.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    bodies: { type: 'string', default: '200' },
  },
});
const seconds = Number(values.seconds);
const JSON_HEADERS = { 'Content-Type': 'application/json' };

const db = createDb(process.env.DATABASE_URL, { max: 2 });
const [honest, hostile] = [await benchBusiness(db, 4), await benchBusiness(db, 4)];
const api = fork(path.resolve(import.meta.dirname, '../../apps/api/dist/main.js'), {
  env: { ...process.env, NODE_ENV: 'production', API_PORT: '0' },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const [{ port }] = await once(api, 'message');
let calls = 0;

/** Makes one call on a connection of an agent; gives its status and its milliseconds. */
function call(agent, method, to, headers = {}, body = '') {
  const began = performance.now();
  const length = { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const options = { agent, host: '127.0.0.1', port, method, path: to };
    const req = request({ ...options, headers: { ...length, ...headers } }, (res) => {
      res.resume().on('end', () => {
        resolve({ status: res.statusCode, ms: performance.now() - began });
      });
    });
    req.on('error', () => resolve({ status: 0, ms: performance.now() - began }));
    req.end(body);
  });
}

const issue = (agent, { credentials }, body) =>
  call(agent, 'POST', '/v1/boletas', headersOf(credentials), body);
const headersOf = (credentials) => ({
  ...JSON_HEADERS,
  ...credentials,
  'Idempotency-Key': `attack-${process.pid}-${calls++}`,
});

/** The latencies of the honest business and of health checks, one after the other until `ended`. */
async function neighbours(ended) {
  const agent = new Agent({ keepAlive: true });
  const [body] = boletas(1);
  const sales = [];
  const health = [];
  const statuses = {};
  while (!ended()) {
    const sale = await issue(agent, honest, body);
    statuses[sale.status] = (statuses[sale.status] ?? 0) + 1;
    sales.push(sale.ms);
    health.push((await call(agent, 'GET', '/healthz')).ms);
  }
  agent.destroy();
  return { sales: sorted(sales), health: sorted(health), statuses };
}

const sorted = (numbers) => numbers.sort((a, b) => a - b);
const at = (list, part) => list[Math.min(Math.floor(list.length * part), list.length - 1)] ?? 0;
const ms = (value) => `${value.toFixed(1)} ms`;

/** @param attack resolves with a text about itself when it is over */
async function measure(name, attack) {
  let over = false;
  const cpu = cpuMs(api.pid);
  const began = performance.now();
  const attacking = attack().finally(() => {
    over = true;
  });
  const { sales, health, statuses } = await neighbours(() => over);
  const about = await attacking;
  const took = performance.now() - began;
  console.log(
    `${name}: another’s sales p50 ${ms(at(sales, 0.5))} p99 ${ms(at(sales, 0.99))} ` +
      `${JSON.stringify(statuses)}  health p99 ${ms(at(health, 0.99))} max ${ms(at(health, 1))}  ` +
      `API ${Math.round(((cpuMs(api.pid) - cpu) / took) * 100)} % of a core for ${ms(took)}  ` +
      about,
  );
}

/** Sends all bodies at once from a process of its own, which does not delay the measuring one. */
async function bodies(text) {
  const count = Number(values.bodies);
  const child = fork(path.join(import.meta.dirname, 'tools/load.mjs'));
  const cpu = cpuMs(api.pid);
  child.send({
    ...{ ports: [port], connections: count, documents: count, seconds: 3_600 },
    ...{ path: '/v1/boletas', headers: { ...JSON_HEADERS, ...hostile.credentials } },
    ...{ bodies: [text], prefix: `attack-${process.pid}-${calls++}` },
  });
  const [{ statuses }] = await once(child, 'message');
  return `answers ${JSON.stringify(statuses)}, ${ms((cpuMs(api.pid) - cpu) / count)} each`;
}

const transactions = async () => {
  // the statistics of a connection are visible a second later
  await sleep(1_200);
  const { rows } = await db.pool.query(
    'SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].n;
};

/** Invented keys on 32 connections, and the first call with a key that the process has not seen. */
async function keys() {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const owner = await benchBusiness(db, 1);
  const until = performance.now() + seconds * 1_000;
  let guesses = 0;
  const one = async () => {
    while (performance.now() < until) {
      const { apiKey, apiSecret } = newCredential();
      const credentials = { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret };
      await call(agent, 'GET', '/v1/boletas/1', credentials);
      guesses += 1;
    }
  };
  const flood = Array.from({ length: 32 }, one);
  await sleep((seconds * 1_000) / 2);
  const first = await issue(new Agent(), owner, boletas(1)[0]);
  await Promise.all(flood);
  agent.destroy();
  return `${guesses} guesses; a key not seen before: ${first.status} in ${ms(first.ms)}`;
}

const fields = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`descripcio${i}`, 1]));
const sale = JSON.parse(boletas(1)[0]);
const lines = (line) => JSON.stringify({ ...sale, items: Array(500).fill(line) });
const WORST = {
  '100,000 wrong fields': JSON.stringify({ ...sale, ...fields(100_000) }),
  '1.9 million bytes of zeros': JSON.stringify({ ...sale, items: Array(949_000).fill(0) }),
  '500 lines of 150 wrong fields': lines(fields(150)),
  '500 lines of 8 wrong fields': lines(fields(8)),
  '500 right lines': lines({ ...sale.items[0], descripcion: 'x'.repeat(500) }),
};

await measure('warm-up', () => sleep(2_000, ''));
await measure('quiet', () => sleep(seconds * 1_000, ''));
for (const [name, text] of Object.entries(WORST)) await measure(name, () => bodies(text));
const before = await transactions();
await measure('invented keys', keys);
console.log(`transactions of PostgreSQL meanwhile: ${(await transactions()) - before}`);
api.disconnect();
await once(api, 'exit');
await db.close();
