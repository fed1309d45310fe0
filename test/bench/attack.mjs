/**
 * Measures what one caller can do to another. In each case the attacker does one of these while an
 * honest business makes its calls, which are also measured without it:
 * - it sends two hundred of the worst bodies at once;
 * - it sends heavy sales of the same series to another process;
 * - it floods the API with invented keys;
 * - it sends bodies in chunks of a byte on 400 connections, without a key.
 *
 * A bare Express server that only parses the same bodies is measured too: it shows what the machine
 * itself costs the honest caller. So does a process that only computes, at the priority of the
 * threads that check bodies.
 *
 * --rounds   measures the cases in turns, divides each p99 by that of the quiet before it, and
 *            gives the median of these ratios with its quartiles
 * --cases    selects cases by a word of their name
 * --profile  a folder for CPU profiles of the API
 *
 *     npm run bench -- attack [--seconds 4] [--bodies 200] [--rounds 3] [--cases fields,right]
 *       [--servers bare,api] [--flags=--initial-old-space-size=256] [--profile FOLDER]
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newCredential } from '@rafaga/secrets';
import { API_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programOf } from '../support/programs.mjs';
import { benchBusiness } from './tools/business.mjs';
import { cpuMs } from './tools/cpu.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { boletas } from './tools/sales.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    bodies: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '1' },
    cases: { type: 'string' },
    servers: { type: 'string', default: 'bare,api' },
    // more flags of Node for the API, with spaces between them
    flags: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const JSON_HEADERS = { 'Content-Type': 'application/json' };

const db = openDb(process.env.DATABASE_URL, { max: 2 });
const [honest, hostile] = [await benchBusiness(db, 4), await benchBusiness(db, 4)];
let calls = 0;

async function started(file, to, execArgv = []) {
  const child = fork(path.resolve(import.meta.dirname, file), {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', API_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { child, port, to };
}

async function stopped({ child }) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

/** Makes one call on a connection of an agent; gives its status and its milliseconds. */
function call({ port }, agent, { method = 'GET', path, headers = {}, body = '' }) {
  const began = performance.now();
  const length = { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const options = { agent, host: '127.0.0.1', port, method, path };
    const req = request({ ...options, headers: { ...length, ...headers } }, (res) => {
      res.resume().on('end', () => {
        resolve({ status: res.statusCode, ms: performance.now() - began });
      });
    });
    req.on('error', () => resolve({ status: 0, ms: performance.now() - began }));
    req.end(body);
  });
}

const issue = (server, agent, { credentials }, body) =>
  call(server, agent, {
    method: 'POST',
    path: server.to,
    headers: headersOf(credentials),
    body,
  });
const headersOf = (credentials) => ({
  ...JSON_HEADERS,
  ...credentials,
  'Idempotency-Key': `attack-${process.pid}-${calls++}`,
});

/** The latencies of the honest business and of health checks, one after the other until `ended`. */
async function neighbours(server, sales, ended) {
  const agent = new Agent({ keepAlive: true });
  const [body] = boletas(1);
  const health = [];
  const statuses = {};
  while (!ended()) {
    const sale = await issue(server, agent, honest, body);
    statuses[sale.status] = (statuses[sale.status] ?? 0) + 1;
    sales.push(sale.ms);
    health.push((await call(server, agent, { path: '/healthz' })).ms);
  }
  agent.destroy();
  sorted(sales);
  return { health: sorted(health), statuses };
}

/** The p99 of so many is the tenth longest; that of a few hundred is near a maximum. */
const SAMPLES = 1_000;
const LONGEST_MS = 8_000;

const sorted = (numbers) => numbers.sort((a, b) => a - b);
const at = (list, part) => percentile(list, part) ?? 0;
const ms = (value) => `${value.toFixed(1)} ms`;

/** By name of what was measured, in its rounds. */
const p99s = new Map();

/** @param attack resolves with a text about itself when it is over, at best after `enough` */
async function measure(server, name, attack) {
  let over = false;
  const cpu = cpuMs(server.child.pid);
  const began = performance.now();
  const sales = [];
  const enough = () => sales.length >= SAMPLES || performance.now() - began > LONGEST_MS;
  const attacking = attack(enough).finally(() => {
    over = true;
  });
  const { health, statuses } = await neighbours(server, sales, () => over);
  const about = await attacking;
  const took = performance.now() - began;
  const used = cpuMs(server.child.pid) - cpu;
  p99s.set(name, [...(p99s.get(name) ?? []), at(sales, 0.99)]);
  console.log(
    `${name}: another’s sales p50 ${ms(at(sales, 0.5))} p99 ${ms(at(sales, 0.99))} ` +
      `${JSON.stringify(statuses)}  health p99 ${ms(at(health, 0.99))} max ${ms(at(health, 1))}  ` +
      `server ${Math.round((used / took) * 100)} % of a core for ${ms(took)}  ` +
      about,
  );
}

/**
 * Sends all bodies at once from a process of its own, and again when all are answered. It yields
 * the cores to all others, because an attacker on another machine takes none of theirs.
 */
async function bodies(server, text, enough, { by = hostile, count = Number(values.bodies) } = {}) {
  const child = fork(path.join(import.meta.dirname, 'tools/load.mjs'));
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const { pid } = server.child;
  const cpu = cpuMs(pid);
  const answers = {};
  let rounds = 0;
  do {
    rounds += 1;
    child.send({
      ports: [server.port],
      connections: count,
      documents: count,
      seconds: 3_600,
      path: server.to,
      headers: { ...JSON_HEADERS, ...by.credentials },
      bodies: [text],
      prefix: `attack-${process.pid}-${calls++}`,
      again: true,
    });
    const [{ statuses }] = await once(child, 'message');
    for (const [status, n] of Object.entries(statuses))
      answers[status] = (answers[status] ?? 0) + n;
  } while (!enough());
  child.disconnect();
  const each = (cpuMs(pid) - cpu) / (count * rounds);
  return `${rounds} rounds, answers ${JSON.stringify(answers)}, ${ms(each)} each`;
}

const COMPUTE =
  'const text = JSON.stringify(Array(9_000).fill({ a: 1 })); for (;;) JSON.parse(text)';

/** One core's work that has nothing to do with the server. */
async function computing(enough) {
  const child = spawn(process.execPath, ['-e', COMPUTE]);
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  while (!enough()) await sleep(20);
  child.kill();
  return '';
}

const transactions = async () => {
  // the statistics of a connection are visible a second later
  await sleep(1_200);
  const { rows } = await db.pool.query(
    'SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].n;
};

/** Few heavy documents at a time of the very series in which the other caller issues. */
async function sameSeries(api) {
  const second = await started(...SERVERS.api.slice(1));
  const heavy = (enough) =>
    bodies(second, WORST['500 right lines'], enough, { by: honest, count: 8 });
  await measure(api, 'API, 500 right lines of its series at another process', heavy);
  await stopped(second);
}

async function invented(api) {
  const before = await transactions();
  await measure(api, 'API, invented keys', () => keys(api));
  console.log(`transactions of PostgreSQL meanwhile: ${(await transactions()) - before}`);
}

/** Chunks of a byte as fast as they are read, from a process of its own. */
async function chunks({ port, to }, enough) {
  const child = fork(path.join(import.meta.dirname, 'tools/tinyChunks.mjs'), [port, to]);
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  while (!enough()) await sleep(20);
  child.kill();
  return '';
}

/** Invented keys on 32 connections, and the first call with a key that the process has not seen. */
async function keys(api) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const owner = await benchBusiness(db, 1);
  const until = performance.now() + seconds * 1_000;
  let guesses = 0;
  const one = async () => {
    while (performance.now() < until) {
      const { apiKey, apiSecret } = newCredential();
      const credentials = { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret };
      await call(api, agent, { path: '/v1/boletas/1', headers: credentials });
      guesses += 1;
    }
  };
  const flood = Array.from({ length: 32 }, one);
  await sleep((seconds * 1_000) / 2);
  const first = await issue(api, new Agent(), owner, boletas(1)[0]);
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

const isAsked = (name) =>
  values.cases === undefined || values.cases.split(',').some((word) => name.includes(word));
const cases = Object.entries(WORST).filter(([name]) => isAsked(name));
const flags = values.flags.split(' ').filter(Boolean);
const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
const SERVERS = {
  bare: ['bare Express', 'tools/echo.mjs', '/fields', []],
  api: ['API', programOf('api'), '/v1/boletas', [...API_FLAGS, ...flags, ...profiling]],
};

/** Each p99 beside that of the quiet in the same round, for the machine's speed changes. */
function compared(about) {
  const quiet = p99s.get(`${about}, quiet`);
  for (const [name, rounds] of p99s) {
    if (!name.startsWith(`${about}, `) || rounds.length < 2 || rounds === quiet) continue;
    const ratios = sorted(rounds.map((p99, round) => p99 / quiet[round]));
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => at(ratios, part).toFixed(2));
    console.log(`${name}: ${middle} of quiet’s p99 (quartiles ${low} to ${high})`);
  }
}

for (const name of values.servers.split(',')) {
  const [about, ...how] = SERVERS[name];
  const server = await started(...how);
  await measure(server, `${about}, warm-up`, () => sleep(2_000, ''));
  for (let round = 0; round < Number(values.rounds); round++) {
    await measure(server, `${about}, quiet`, () => sleep(seconds * 1_000, ''));
    for (const [what, text] of cases)
      await measure(server, `${about}, ${what}`, (enough) => bodies(server, text, enough));
    if (isAsked('computes'))
      await measure(server, `${about}, beside a process that only computes`, computing);
  }
  compared(about);
  if (name === 'api' && isAsked('series')) await sameSeries(server);
  if (name === 'api' && isAsked('keys')) await invented(server);
  if (name === 'api' && isAsked('chunks'))
    await measure(server, 'API, chunks of a byte', (enough) => chunks(server, enough));
  await stopped(server);
}
await db.close();
