/**
 * Measures how many documents a second the built workers settle, one worker for each core, against
 * an authority that answers at once. It also gives the CPU of a document beside that of its RSA
 * signature, and the memory at the start, in the middle and at the end: it must not grow.
 *
 * --print   also prints each document: CPU is counted until the last PDF is recorded, while the
 *           rate is still that of sending, which printing must not lower
 * --beside  lets the workers of another built checkout, with a database of its own, settle
 *           documents in short turns with these, so that a machine that becomes slower slows both;
 *           it may name this checkout, to compare --flags with --beside-flags
 * --traces  compares, in the same way, workers without traces, with one document in twenty sampled,
 *           and with all
 *
 *     npm run bench -- emit [--documents 8000] [--lines 5] [--workers CORES] [--concurrency 64]
 *       [--print a4] [--flags '--single-threaded-gc'] [--profile FOLDER] [--json]
 *       [--beside FOLDER [--beside-flags FLAGS] [--turns 20] [--each 1000]] [--traces 12]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { WORKER_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programOf } from '../support/programs.mjs';
import { cpuMs, median, parentOf, treeMs, treeRssMb } from './tools/cpu.mjs';
import { createEmission } from './tools/emission.mjs';
import { dropDatabase, migratedDatabase } from './tools/filledDatabase.mjs';
import { sharesText, watchMachine } from './tools/machine.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { signatureMs } from './tools/signature.mjs';
import { orderOf } from './tools/turns.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '8000' },
    lines: { type: 'string', default: '5' },
    businesses: { type: 'string', default: '20' },
    workers: { type: 'string', default: String(availableParallelism()) },
    concurrency: { type: 'string', default: '64' },
    // paper formats with commas between them
    print: { type: 'string', default: '' },
    // more flags of Node for the workers, with spaces between them
    flags: { type: 'string', default: '' },
    // a folder for the workers' CPU profiles
    profile: { type: 'string' },
    traces: { type: 'string' },
    // a built checkout of another version, with the same database schema
    beside: { type: 'string' },
    'beside-flags': { type: 'string', default: '' },
    turns: { type: 'string', default: '20' },
    // documents of a turn
    each: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
});
const documents = Number(values.documents);
const lines = Number(values.lines);
const turnDocuments = Number(values.each);
const printed = values.print.split(',').filter(Boolean);
const home = mkdtempSync(path.join(tmpdir(), 'rafaga-bench-'));
const redis = new Redis(process.env.REDIS_URL);
const db = openDb(process.env.DATABASE_URL, { max: 1 });
const postmaster = parentOf((await db.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))[1]);

/** Starts a server that sends { port } when it listens. */
async function serve(file) {
  const child = fork(path.join(import.meta.dirname, file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function stopped(child) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

const { child: authority, port } = await serve('tools/instant.mjs');
const collector = values.traces && (await serve('tools/collector.mjs'));
const emissionOf = (databaseUrl) =>
  createEmission({
    databaseUrl,
    businesses: Number(values.businesses),
    printed,
    billUrl: `http://127.0.0.1:${port}/billService`,
  });

const own = path.resolve(import.meta.dirname, '../..');
const env = {
  ...process.env,
  RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
  NODE_ENV: 'production',
  RAFAGA_HOME: home,
  RAFAGA_QUEUES: printed.length > 0 ? 'emit,print' : 'emit',
  WORKER_CONCURRENCY: values.concurrency,
};
const words = (text) => text.split(' ').filter(Boolean);
const ownFlags = [...WORKER_FLAGS, ...words(values.flags)];
if (values.profile) ownFlags.push('--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`);

/**
 * Starts the workers of a version.
 * @param checkout the folder of the version
 */
function startWorkers(more, { checkout = own, flags = ownFlags } = {}) {
  const start = () =>
    fork(programOf('worker', checkout), {
      env: { ...env, ...more },
      execArgv: flags,
      stdio: ['ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    });
  return Array.from({ length: Number(values.workers) }, start);
}

/** Documents before the measurement; a tenth of the CPU of the first is V8 compiling. */
const WARM_UP = values.traces || values.beside ? Math.max(4000, 2 * turnDocuments) : 6000;
const memoryOf = (workers) => Math.max(...workers.map(({ pid }) => treeRssMb(pid)));
const round = (ms) => Math.round(ms * 1000) / 1000;

const workersMs = (workers) => workers.reduce((sum, { pid }) => sum + treeMs(pid), 0);

/** Compiles code, opens connections, prepares statements. */
async function warmUp(emission, count, options) {
  await emission.issue(count, options);
  await emission.makeDue();
  await emission.drained();
  await emission.allPrinted();
}

/** One run. */
async function measure() {
  const emission = await emissionOf(process.env.DATABASE_URL);
  const workers = startWorkers({});
  await warmUp(emission, Math.min(WARM_UP, documents), { lines });
  const issuing = performance.now();
  await emission.issue(documents, { lines });
  const issued = (performance.now() - issuing) / 1000;
  const result = await settleAll(emission, workers);
  for (const worker of workers) await stopped(worker);
  await emission.close();
  return { ...result, issuedIn: Math.round(issued * 10) / 10 };
}

/** Measures how the workers settle what is open. */
async function settleAll(emission, workers) {
  const clock = () => ({
    worker: workersMs(workers),
    postgres: treeMs(postmaster),
    redis: cpuMs(redisPid),
    authority: cpuMs(authority.pid),
  });
  const left = await emission.left();
  const rss = [memoryOf(workers)];
  const reference = [signatureMs()];
  const watch = watchMachine([postmaster, redisPid]);
  const before = clock();
  const began = performance.now();
  await emission.makeDue();
  await emission.drained(Math.floor(left / 2), () => rss.push(memoryOf(workers)));
  const seconds = (performance.now() - began) / 1000;
  await emission.allPrinted();
  const lag = (performance.now() - began) / 1000 - seconds;
  const after = clock();
  const shares = watch();
  rss.push(memoryOf(workers));
  reference.push(signatureMs());
  const signature = (reference[0] + reference[1]) / 2;
  return {
    documents: left,
    lines,
    workers: workers.length,
    concurrency: Number(values.concurrency),
    perSecond: Math.round(left / seconds),
    cpuMs: Object.fromEntries(
      Object.keys(before).map((name) => [name, round((after[name] - before[name]) / left)]),
    ),
    signatureMs: round(signature),
    rssMb: rss.map(Math.round),
    printedLaterS: round(lag),
    printedPerSecond: printed.length > 0 ? Math.round(left / (seconds + lag)) : 0,
    ofSignature: round((after.worker - before.worker) / left / signature),
    shares,
  };
}

function show(result) {
  const { worker, postgres, redis: redisMs, authority: peer } = result.cpuMs;
  const ofSignature = Math.round((result.signatureMs / worker) * 100);
  console.log(
    `${result.workers} worker(s) × ${result.concurrency}: ` +
      `${result.perSecond} settled/s (${result.documents} documents of ${lines} lines)  ` +
      `CPU a document: worker ${worker}, PostgreSQL ${postgres}, Redis ${redisMs}, authority ` +
      `${peer} ms\n` +
      `its RSA signature alone ${result.signatureMs} ms: ${ofSignature} % of the worker's  ` +
      `memory ${result.rssMb.join(' → ')} MB` +
      (printed.length > 0
        ? `, the last PDF ${result.printedLaterS} s later, ` +
          `${result.printedPerSecond} printed/s`
        : '') +
      `\n${sharesText(result.shares)}`,
  );
}

/**
 * Lets versions settle documents in short turns, each with a database and a Redis database of its
 * own.
 * @param opening the versions, being opened
 */
async function inTurns(opening, rounds) {
  const versions = await Promise.all(opening);
  await Promise.all(versions.map(({ emission, options }) => warmUp(emission, WARM_UP, options)));
  const end = watchMachine([postmaster, redisPid]);
  const signatures = [];
  for (let place = 0; place < rounds; place++) {
    signatures.push(signatureMs());
    for (const version of orderOf(versions, place)) await turn(version);
    const costs = versions.map(({ turns }) => round(turns.at(-1).worker));
    if (!values.json) console.log(`turn ${place + 1}: ${costs.join(', ')} ms`);
  }
  const shares = end();
  const found = versions.map(({ workers, ...version }) => ({
    ...Object.fromEntries(
      ['worker', 'postgres', 'seconds'].map((name) => [
        name,
        round(median(version.turns.map((each) => each[name]))),
      ]),
    ),
    memory: Math.round(memoryOf(workers)),
    // of each turn the CPU of the first version is the measure
    parts: version.turns.map(({ worker }, place) => worker / versions[0].turns[place].worker),
  }));
  for (const version of versions) await closeVersion(version);
  return { versions: found, signature: round(median(signatures)), shares };
}

/** @param version its env, checkout, flags, and the options of issuing */
async function openVersion(place, { env: more = {}, options = {}, ...version } = {}) {
  const database = `bench_emit_${place}`;
  await dropDatabase(database);
  const databaseUrl = await migratedDatabase(database);
  const redisUrl = Object.assign(new URL(process.env.REDIS_URL), { pathname: `/${place}` });
  const addresses = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl.href };
  const workers = startWorkers({ ...addresses, ...more }, version);
  const emission = await emissionOf(databaseUrl);
  return { database, workers, emission, options: { lines, ...options }, turns: [] };
}

async function closeVersion({ database, workers, emission }) {
  for (const worker of workers) await stopped(worker);
  await emission.close();
  await dropDatabase(database);
}

async function turn({ emission, workers, options, turns }) {
  await emission.issue(turnDocuments, options);
  const before = { worker: workersMs(workers), postgres: treeMs(postmaster) };
  const began = performance.now();
  await emission.makeDue();
  await emission.drained();
  turns.push({
    worker: (workersMs(workers) - before.worker) / turnDocuments,
    postgres: (treeMs(postmaster) - before.postgres) / turnDocuments,
    seconds: (performance.now() - began) / 1000,
  });
}

/** Both versions. */
async function sideBySide() {
  const checkout = path.resolve(values.beside);
  const { WORKER_FLAGS: flags } = await import(
    path.join(checkout, 'packages/dev/settings/nodeFlags.mjs')
  );
  const beside = { checkout, flags: [...flags, ...words(values['beside-flags'])] };
  return inTurns([openVersion(1), openVersion(2, beside)], Number(values.turns));
}

function showSides({ versions, signature, shares }) {
  const [mine, other] = versions;
  console.log(
    `medians of ${values.turns} turns: ${mine.worker} ms of a worker's CPU a document, ` +
      `${round(mine.worker / other.worker)} of the ${other.worker} beside; ` +
      `${round(mine.worker / signature)} signatures of ${signature} ms; ` +
      `memory ${mine.memory} and ${other.memory} MB\n${sharesText(shares)}`,
  );
}

/** Without traces, with one document in twenty sampled, and with all; others have no trace. */
const TRACES = { no: undefined, sampled: 20, all: 1 };

const withTraces = () =>
  inTurns(
    Object.values(TRACES).map((oneIn, place) =>
      openVersion(place + 1, {
        ...(oneIn && {
          env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` },
          options: { oneIn },
        }),
      }),
    ),
    Number(values.traces),
  );

function showTraces({ versions, shares }) {
  const [none, ...traced] = versions;
  console.log(`without traces ${none.worker} ms of a worker's CPU a document`);
  for (const [place, found] of traced.entries()) {
    const parts = found.parts.toSorted((a, b) => a - b);
    const quartile = (part) => round(percentile(parts, part));
    console.log(
      `${Object.keys(TRACES)[place + 1]}: ${quartile(0.5)} of that in the median of ` +
        `${parts.length} turns (quartiles ${quartile(0.25)} and ${quartile(0.75)}); PostgreSQL ` +
        `${round(found.postgres / none.postgres)}, rate ${round(none.seconds / found.seconds)}`,
    );
  }
  console.log(sharesText(shares));
}

if (!values.json) console.log(`${cpus()[0].model} × ${cpus().length}, Node ${process.version}`);
const [run, print] = values.traces
  ? [withTraces, showTraces]
  : values.beside
    ? [sideBySide, showSides]
    : [measure, show];
const result = await run();
if (values.json) console.log(JSON.stringify(result, null, 2));
else print(result);
for (const child of [authority, collector?.child]) if (child) await stopped(child);
redis.disconnect();
await db.close();
rmSync(home, { recursive: true });
