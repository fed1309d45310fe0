/**
 * Measures how many documents a second the built API accepts, beside how many requests a bare
 * Express echo of the same body answers. Each line says how much of the machine other programs
 * took; a measurement during which they took more than a tenth is repeated.
 *
 * --roles      connects in turns as the API's role and as the owner, whom row security does not
 *              bind, which shows what row security costs PostgreSQL
 * --documents  makes one long run, which shows whether memory grows
 * --turns      loads servers in short turns, so that a machine that becomes slower slows all of
 *              them, and compares each turn with the echo's: echo, API, and with --beside the API
 *              of another checkout
 * --traces     compares, in the same way, APIs without traces, with the default sampling, and with
 *              every call sampled
 *
 *     npm run bench -- issue [--seconds 8] [--connections 64] [--roles 3] [--documents 200000]
 *       [--turns 20 [--beside FOLDER]] [--traces 30] [--json]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { API_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { programOf } from '../support/programs.mjs';
import { benchBusiness } from './tools/business.mjs';
import { cpuMs, median, parentOf, rssMb, treeMs } from './tools/cpu.mjs';
import { inQuiet, sharesText, watchMachine } from './tools/machine.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { boletas } from './tools/sales.mjs';
import { orderOf } from './tools/turns.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    documents: { type: 'string' },
    roles: { type: 'string' },
    turns: { type: 'string' },
    // a built checkout of another version, with the same database schema
    beside: { type: 'string' },
    traces: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const here = (file) => path.join(import.meta.dirname, file);
const apiMain = programOf('api');
const SERIES = 20;

const db = openDb(process.env.DATABASE_URL, { max: 2 });
const redis = new Redis(process.env.REDIS_URL);
const { rows } = await db.pool.query('SELECT pg_backend_pid() AS pid');
const postmaster = parentOf(rows[0].pid);
const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))[1]);
const business = await benchBusiness(db, SERIES);

/** Starts a child process that sends { port } when it listens. */
async function started(file, env = {}, execArgv = file === apiMain ? API_FLAGS : []) {
  const child = fork(file, {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${path.basename(file)} ended with ${code} before it listened`);
  });
  const [{ port }] = await Promise.race([once(child, 'message'), died]);
  died.catch(() => undefined);
  return { child, port };
}

async function stopped({ child }) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

async function load(work) {
  const child = fork(here('tools/load.mjs'));
  child.send(work);
  const [result] = await once(child, 'message');
  return result;
}

/** Measures the bare server: requests a second, latencies, and CPU of a request. */
async function echo() {
  const server = await started(here('tools/echo.mjs'));
  const work = {
    ports: [server.port],
    connections,
    path: '/echo',
    headers: { 'Content-Type': 'application/json' },
    bodies: boletas(1),
    prefix: 'echo',
  };
  await load({ ...work, seconds: 1 });
  const before = cpuMs(server.child.pid);
  const result = await load({ ...work, seconds: Math.min(seconds, 4) });
  const cost = (cpuMs(server.child.pid) - before) / result.count;
  await stopped(server);
  return {
    perSecond: Math.round(result.count / result.seconds),
    p50: at(result.latencies, 0.5),
    p99: at(result.latencies, 0.99),
    cpuMs: round(cost),
  };
}

const addresses = {
  api: programUrl(process.env.DATABASE_URL, 'api'),
  owner: process.env.DATABASE_URL,
};

const API_ENV = { API_PORT: '0', DATABASE_URL: addresses.api };

/** The servers of --turns. */
function versions() {
  const kinds = [
    { name: 'echo', start: () => started(here('tools/echo.mjs')), path: '/echo' },
    { name: 'API', start: () => started(apiMain, API_ENV) },
  ];
  if (!values.beside) return kinds;
  const other = programOf('api', values.beside);
  return [...kinds, { name: values.beside, start: () => started(other, API_ENV, API_FLAGS) }];
}

/** The servers of --traces. */
function traces() {
  const sampled = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` };
  const all = { ...sampled, OTEL_TRACES_SAMPLER: 'parentbased_always_on' };
  return [
    { name: 'no traces', start: () => started(apiMain, API_ENV) },
    { name: 'sampled traces', start: () => started(apiMain, { ...API_ENV, ...sampled }) },
    { name: 'all traces', start: () => started(apiMain, { ...API_ENV, ...all }) },
  ];
}

const workAt = (ports, series, clients = connections) => ({
  ports,
  connections: clients,
  path: '/v1/boletas',
  headers: { 'Content-Type': 'application/json', ...business.credentials },
  bodies: boletas(series),
});

const startApis = (processes, as) =>
  Promise.all(
    Array.from({ length: processes }, () =>
      started(apiMain, {
        ...API_ENV,
        RAFAGA_API: String(processes),
        DATABASE_URL: addresses[as],
      }),
    ),
  );

/** @returns what the load found, the CPU of a request by program, and the memory of the largest */
async function loadMeasured(pids, work) {
  const clock = () => ({
    api: pids.reduce((sum, pid) => sum + cpuMs(pid), 0),
    postgres: treeMs(postmaster),
    redis: cpuMs(redisPid),
  });
  const memory = () => Math.round(Math.max(...pids.map(rssMb)));
  const before = clock();
  const samples = [memory()];
  const sampling = setInterval(() => samples.push(memory()), values.documents ? 10_000 : 3_600_000);
  const result = await load(work);
  clearInterval(sampling);
  const after = clock();
  const cost = (name) => round((after[name] - before[name]) / result.count);
  return {
    ...result,
    cpuMs: Object.fromEntries(Object.keys(before).map((name) => [name, cost(name)])),
    rssMb: [...samples, memory()],
  };
}

async function measure({ series, processes, clients = connections, as = 'api' }) {
  const apis = await startApis(processes, as);
  const ports = apis.map(({ port }) => port);
  const work = workAt(ports, series, clients);
  const long = values.documents
    ? { documents: Number(values.documents), seconds: 3_600 }
    : { seconds };
  await load({ ...work, seconds: 2, prefix: `warm-${process.pid}-${Date.now()}` });
  const {
    seconds: took,
    latencies,
    statuses,
    ...costs
  } = await loadMeasured(
    apis.map(({ child }) => child.pid),
    { ...work, ...long, prefix: `run-${process.pid}-${Date.now()}` },
  );
  await Promise.all(apis.map(stopped));
  const perSecond = (statuses[201] ?? 0) / took;
  return {
    series,
    processes,
    clients,
    as,
    perSecond: Math.round(perSecond),
    ofEcho: Math.round((perSecond / reference.perSecond) * 100),
    p50: at(latencies, 0.5),
    p99: at(latencies, 0.99),
    cpuMs: costs.cpuMs,
    rssMb: costs.rssMb,
    statuses,
  };
}

const TURN_S = 1.5;
const WARM_UP_S = 6;

/**
 * Loads servers in short turns, so that a machine that becomes slower slows all of them.
 * @param kinds of each its name, what starts it, and where it takes sales; the first is the
 *   reference
 * @returns of each other kind the medians of its rates and CPU, as parts of the reference's, and
 *   of its p50 in milliseconds
 */
async function sideBySide(kinds, rounds) {
  const servers = await Promise.all(kinds.map(({ start }) => start()));
  const turn = async (each, within) => {
    const { port, child } = servers[each];
    const before = cpuMs(child.pid);
    const result = await load({
      ...workAt([port], SERIES),
      path: kinds[each].path ?? '/v1/boletas',
      seconds: within,
      prefix: `turn-${process.pid}-${Date.now()}`,
    });
    const count = result.statuses[201] ?? 0;
    return {
      rate: count / result.seconds,
      cpu: (cpuMs(child.pid) - before) / count,
      p50: at(result.latencies, 0.5),
    };
  };
  for (const each of servers.keys()) await turn(each, WARM_UP_S);
  const parts = servers.map(() => []);
  const places = [...servers.keys()];
  const end = watchMachine([postmaster, redisPid]);
  for (let done = 0; done < rounds; done++) {
    const turns = [];
    for (const each of orderOf(places, done)) turns[each] = await turn(each, TURN_S);
    const [reference] = turns;
    turns.forEach(({ rate, cpu, p50 }, each) => {
      parts[each].push({ rate: rate / reference.rate, cpu: cpu / reference.cpu, p50 });
    });
  }
  const shares = end();
  await Promise.all(servers.map(stopped));
  const of = (each, name) => round(median(parts[each].map((part) => part[name])));
  const ratios = kinds.slice(1).map(({ name }, place) => ({
    name,
    rate: of(place + 1, 'rate'),
    cpu: of(place + 1, 'cpu'),
    p50: of(place + 1, 'p50'),
  }));
  return { reference: kinds[0].name, ratios, shares };
}

function showRatios({ reference: beside, ratios, shares }) {
  for (const { name, rate, cpu, p50 } of ratios)
    console.log(
      `${name}, medians of ${rounds} turns beside ${beside}: rate ${rate}, CPU ${cpu}, ` +
        `p50 ${p50} ms`,
    );
  console.log(sharesText(shares));
}

const round = (value) => Math.round(value * 1000) / 1000;
const at = (sorted, part) => round(percentile(sorted, part));

const collector = values.traces && (await started(here('tools/collector.mjs')));
const reference = await inQuiet(echo, [postmaster, redisPid]);
const runs = [];
const show = async (what) => {
  const run = await inQuiet(() => measure(what), [postmaster, redisPid]);
  runs.push(run);
  if (values.json) return;
  const { api, postgres, redis: redisMs } = run.cpuMs;
  console.log(
    `${String(run.series).padStart(2)} series, ${run.processes} API as ${run.as}, ` +
      `${String(run.clients).padStart(2)} connections: ` +
      `${String(run.perSecond).padStart(5)}/s ` +
      `(${run.ofEcho} % of the echo)  p50 ${run.p50} ms  p99 ${run.p99} ms  CPU a ` +
      `document: API ${api}, PostgreSQL ${postgres}, Redis ${redisMs} ms  ` +
      `memory ${run.rssMb.join(' → ')} MB  ${JSON.stringify(run.statuses)}  ` +
      sharesText(run.shares),
  );
};
const machine = `${cpus()[0].model} × ${cpus().length}, Node ${process.version}`;
if (!values.json) {
  const { perSecond, p50, p99, cpuMs: cost } = reference;
  console.log(
    `${machine}; bare Express echo of the same body: ${perSecond}/s  p50 ${p50} ms  p99 ` +
      `${p99} ms  CPU a call ${cost} ms`,
  );
}
const rounds = values.turns ?? values.traces;
const turns = rounds && (await sideBySide(values.turns ? versions() : traces(), Number(rounds)));
if (turns) {
  if (!values.json) showRatios(turns);
} else if (values.documents) await show({ series: SERIES, processes: 1 });
else if (values.roles) {
  for (let round = 0; round < Number(values.roles); round++)
    for (const as of orderOf(['api', 'owner'], round))
      await show({ series: SERIES, processes: 1, as });
} else {
  for (const processes of [1, 2])
    for (const series of [1, SERIES]) await show({ series, processes });
  await show({ series: 1, processes: 1, clients: 1 });
}
if (values.json) console.log(JSON.stringify({ machine, reference, runs, turns }, null, 2));
if (collector) await stopped(collector);
redis.disconnect();
await db.close();
