// Measures how many documents a second the built workers settle, one worker for each core, against
// an authority that answers at once, from the moment when all of them become due; the CPU of each
// document beside that of its RSA signature; and memory at the start, in the middle and at the end:
// it must not grow. With --print each document is printed too: CPU is counted until the last PDF is
// recorded, and the rate is still that of sending, which printing must not lower. With --traces it
// measures in turns without traces, with one document in twenty sampled, and with all.
// npm run bench -- emit [--documents 8000] [--lines 5] [--workers CORES] [--concurrency 64]
// [--print a4] [--flags '--single-threaded-gc'] [--profile FOLDER] [--traces 4] [--json]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDb } from '@rafaga/db';
import { Redis } from 'ioredis';
import { WORKER_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { cpuMs, median, parentOf, rssMb, treeMs } from './tools/cpu.mjs';
import { sharesText, watchMachine } from './tools/machine.mjs';
import { issueFor, sendersFor } from './tools/senders.mjs';
import { signatureMs } from './tools/signature.mjs';

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
    json: { type: 'boolean', default: false },
  },
});
const documents = Number(values.documents);
const lines = Number(values.lines);
const printed = values.print.split(',').filter(Boolean);
const home = mkdtempSync(path.join(tmpdir(), 'rafaga-bench-'));
const db = createDb(process.env.DATABASE_URL, { max: 4 });
const redis = new Redis(process.env.REDIS_URL);
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
/** Of how many documents one is sampled; the others have no trace at all. */
const SAMPLED = { sampled: 20, all: 1 };
const senders = await sendersFor(
  db,
  Number(values.businesses),
  `http://127.0.0.1:${port}/billService`,
  printed,
);

const workerMain = path.resolve(import.meta.dirname, '../../apps/worker/dist/main.js');
const env = {
  ...process.env,
  RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
  NODE_ENV: 'production',
  RAFAGA_HOME: home,
  RAFAGA_QUEUES: printed.length > 0 ? 'emit,print' : 'emit',
  WORKER_CONCURRENCY: values.concurrency,
};
const execArgv = [...WORKER_FLAGS, ...values.flags.split(' ').filter(Boolean)];
if (values.profile) execArgv.push('--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`);
const start = (more) =>
  fork(workerMain, {
    env: { ...env, ...more },
    execArgv,
    stdio: ['ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  });

const open = async () =>
  (
    await db.pool.query('SELECT count(*)::int AS n FROM emissions WHERE business_id = ANY ($1)', [
      senders.map(({ id }) => id),
    ])
  ).rows[0].n;
/**
 * Makes every open document due. Issued documents are left to the API's own enqueueing for five
 * seconds, in which the workers of this bench, which has no API, would idle.
 */
const makeDue = () =>
  db.pool.query('UPDATE emissions SET next_at = now() WHERE business_id = ANY ($1)', [
    senders.map(({ id }) => id),
  ]);
/**
 * Waits until no document is open.
 * @param halfway called once, when `half` documents are left
 */
async function drained(half = 0, halfway = () => {}) {
  let awaited = half > 0;
  for (let left = await open(); left > 0; left = await open()) {
    if (awaited && left <= half) {
      awaited = false;
      halfway();
    }
    // counting costs PostgreSQL time in proportion to the rows
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until every document has its PDFs. */
async function allPrinted() {
  const unprinted = async () => {
    const { rows } = await db.pool.query(
      `SELECT count(*)::int AS n FROM documents d WHERE business_id = ANY ($1) AND $2 > (SELECT
        count(*) FROM files f WHERE f.document_id = d.id AND f.kind LIKE 'pdf-%')`,
      [senders.map(({ id }) => id), printed.length],
    );
    return rows[0].n;
  };
  while (printed.length > 0 && (await unprinted()) > 0)
    await new Promise((resolve) => setTimeout(resolve, 250));
}

/** Documents before the measurement; a tenth of the CPU of the first is V8 compiling. */
const WARM_UP = 6000;
const memory = (workers) => Math.max(...workers.map(({ pid }) => rssMb(pid)));
const round = (ms) => Math.round(ms * 1000) / 1000;

/** @param traces no, sampled or all */
async function measure(traces) {
  const more = traces !== 'no' && {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
  };
  const issue = (count) => issueFor(db, senders, count, { lines, oneIn: SAMPLED[traces] });
  const workers = Array.from({ length: Number(values.workers) }, () => start(more));
  // warm up: compiles code, opens connections, prepares statements
  await issue(Math.min(WARM_UP, documents));
  await makeDue();
  await drained();
  await allPrinted();
  const issuing = performance.now();
  await issue(documents);
  const issued = (performance.now() - issuing) / 1000;
  const result = { ...(await settleAll(workers)), traces };
  for (const worker of workers) await stopped(worker);
  return { ...result, issuedIn: Math.round(issued * 10) / 10 };
}

/** Measures how the workers settle what is open. */
async function settleAll(workers) {
  const clock = () => ({
    worker: workers.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
    postgres: treeMs(postmaster),
    redis: cpuMs(redisPid),
    authority: cpuMs(authority.pid),
  });
  const left = await open();
  const rss = [memory(workers)];
  const reference = [signatureMs()];
  const watch = watchMachine([postmaster, redisPid]);
  const before = clock();
  const began = performance.now();
  await makeDue();
  await drained(Math.floor(left / 2), () => rss.push(memory(workers)));
  const seconds = (performance.now() - began) / 1000;
  await allPrinted();
  const lag = (performance.now() - began) / 1000 - seconds;
  const after = clock();
  const shares = watch();
  rss.push(memory(workers));
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
    `${result.workers} worker(s) × ${result.concurrency}, ${result.traces} traces: ` +
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

/** The medians of the runs with traces, as parts of those without. */
function costOfTraces(runs) {
  const of = (traces, pick) => median(runs.filter((run) => run.traces === traces).map(pick));
  const part = (traces, pick) => round(of(traces, pick) / of('no', pick));
  return Object.fromEntries(
    Object.keys(SAMPLED).map((traces) => [
      traces,
      {
        rate: part(traces, (run) => run.perSecond),
        cpu: part(traces, (run) => run.cpuMs.worker),
        postgres: part(traces, (run) => run.cpuMs.postgres),
      },
    ]),
  );
}

const turns = (place) => (place % 2 ? ['all', 'sampled', 'no'] : ['no', 'sampled', 'all']);
const order = values.traces
  ? Array.from({ length: Number(values.traces) }, (_, place) => turns(place)).flat()
  : ['no'];
const runs = [];
if (!values.json) console.log(`${cpus()[0].model} × ${cpus().length}, Node ${process.version}`);
for (const traces of order) {
  runs.push(await measure(traces));
  if (!values.json) show(runs.at(-1));
}
const costs = values.traces && costOfTraces(runs);
if (values.json) console.log(JSON.stringify(costs ? { runs, costs } : runs[0], null, 2));
else
  for (const [traces, { rate, cpu, postgres }] of Object.entries(costs || {}))
    console.log(
      `${traces} traces, median: rate ${rate}, CPU of the workers ${cpu}, of PostgreSQL ` +
        `${postgres} of those without`,
    );
for (const child of [authority, collector?.child]) if (child) await stopped(child);
redis.disconnect();
await db.close();
rmSync(home, { recursive: true });
