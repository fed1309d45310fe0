/**
 * Measures how long twenty tenants wait from a POST until the authority has accepted their boleta,
 * in quiet and beside a chain that issues twenty thousand at once: built API and workers, and an
 * authority that takes thirty milliseconds. The tenants issue now and then, and ask for the
 * decision with Prefer: wait. The chain's load yields the cores to all others, because its tills
 * are on machines of their own.
 *
 * npm run bench -- fair [--documents 20000] [--workers 2] [--authority 30] [--seconds 20] [--json]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { API_FLAGS, WORKER_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { programOf } from '../support/programs.mjs';
import { benchCredential } from './tools/business.mjs';
import { parentOf } from './tools/cpu.mjs';
import { sharesText, watchMachine } from './tools/machine.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { boletas } from './tools/sales.mjs';
import { sendersFor } from './tools/senders.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    authority: { type: 'string', default: '30' },
    // of the measurement in quiet
    seconds: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
});
const TENANTS = 20;
/** Each tenant issues once in this time, on average. */
const EVERY_MS = 700;
const documents = Number(values.documents);
const home = mkdtempSync(path.join(tmpdir(), 'rafaga-bench-'));
const db = openDb(process.env.DATABASE_URL, { max: 4 });
const redis = new Redis(process.env.REDIS_URL);
const postmaster = parentOf((await db.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))[1]);

function started(file, env, execArgv = []) {
  return fork(path.resolve(import.meta.dirname, file), {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', RAFAGA_HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function stopped(child) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

// what other benches left open would be sent too
await db.pool.query('DELETE FROM emissions');
const authority = started('tools/instant.mjs', { AUTHORITY_MS: values.authority });
const [{ port: authorityPort }] = await once(authority, 'message');
const businesses = await sendersFor(db, TENANTS + 1, {
  billUrl: `http://127.0.0.1:${authorityPort}/billService`,
  ratePerMinute: 2_000_000_000,
});
const [chain, ...tenants] = await Promise.all(businesses.map(({ id }) => benchCredential(db, id)));
const workers = Array.from({ length: Number(values.workers) }, () =>
  started(
    programOf('worker'),
    {
      DATABASE_URL: programUrl(process.env.DATABASE_URL, 'worker'),
      RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
      RAFAGA_QUEUES: 'emit',
    },
    WORKER_FLAGS,
  ),
);
const api = started(
  programOf('api'),
  { API_PORT: '0', DATABASE_URL: programUrl(process.env.DATABASE_URL, 'api') },
  API_FLAGS,
);
const [{ port }] = await once(api, 'message');

const [body] = boletas(1);
const agent = new Agent({ keepAlive: true });
let calls = 0;

/** Issues a boleta and waits for its decision; gives when it began and ended, and what came. */
function issued(credentials) {
  const began = Date.now();
  const reference = `fair-${process.pid}-${calls++}`;
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': reference,
    Prefer: 'wait=10',
    ...credentials,
  };
  const options = { agent, host: '127.0.0.1', port, method: 'POST', path: '/v1/boletas', headers };
  return new Promise((resolve, reject) => {
    const req = request(options, async (res) => {
      const text = Buffer.concat(await res.toArray()).toString();
      const { estado } = JSON.parse(text).datos?.fiscal ?? {};
      resolve({ reference, began, ended: Date.now(), is: estado ?? res.statusCode });
    });
    req.on('error', reject).end(body);
  });
}

const sorted = (numbers) => numbers.sort((a, b) => a - b);
const at = (list, part) => Math.round(percentile(list, part) ?? 0);

/** What the tenants wait while something goes on. */
async function tenantsBeside(work) {
  let over = false;
  const calls = [];
  const states = {};
  const one = async (credentials) => {
    while (!over) {
      await sleep(EVERY_MS * 2 * Math.random());
      const call = await issued(credentials);
      calls.push(call);
      const { is } = call;
      states[is] = (states[is] ?? 0) + 1;
    }
  };
  const watch = watchMachine([postmaster, redisPid]);
  const open = tenants.map(one);
  const about = await work().finally(() => {
    over = true;
  });
  const shares = watch();
  await Promise.all(open);
  const times = sorted(calls.map(({ began, ended }) => ended - began));
  const stages = await stagesOf(calls);
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => at(times, part));
  return { p50, p99, max, stages, states, shares, ...about };
}

/**
 * The milliseconds that the tenants' documents took from stage to stage: medians of all, and means
 * of the slowest fiftieth.
 */
async function stagesOf(calls) {
  const { rows } = await db.pool.query(STAGES, [JSON.stringify(calls)]);
  const [{ slowest, ...medians }] = rows;
  return { medians, slowest };
}

const STAGE_NAMES = ['stored', 'taken', 'sending', 'accepted', 'told'];
const ms = (seconds) => `round(extract(epoch FROM ${seconds}) * 1000)::int`;

const STAGES = `
  WITH calls AS (
    SELECT reference, to_timestamp(began / 1000) AS began, to_timestamp(ended / 1000) AS ended
    FROM jsonb_to_recordset($1) AS c (reference text, began float8, ended float8)),
  steps AS (
    SELECT c.began, c.ended, d.created_at AS stored,
      min(a.at) FILTER (WHERE a.step = 'taken') AS taken,
      min(a.at) FILTER (WHERE a.step = 'sending') AS sending,
      max(a.at) FILTER (WHERE a.step = 'accepted') AS accepted
    FROM calls c JOIN documents d USING (reference) JOIN attempts a ON a.document_id = d.id
    GROUP BY c.began, c.ended, d.created_at),
  stages AS (
    SELECT stored - began AS stored, taken - stored AS taken, sending - taken AS sending,
      accepted - sending AS accepted, ended - accepted AS told,
      ntile(50) OVER (ORDER BY ended - began DESC) AS fiftieth
    FROM steps)
  SELECT ${STAGE_NAMES.map((name) => {
    const median = `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${name})`;
    return `${ms(median)} AS ${name}`;
  })},
    jsonb_build_object(${STAGE_NAMES.map((name) => {
      const mean = `avg(${name}) FILTER (WHERE fiftieth = 1)`;
      return `'${name}', ${ms(mean)}`;
    })}) AS slowest
  FROM stages`;

const settled = async () =>
  (
    await db.pool.query('SELECT count(*)::int AS n FROM emissions WHERE business_id = $1', [
      businesses[0].id,
    ])
  ).rows[0].n === 0;

/** The chain's documents, from the first POST to the last answer of the authority. */
async function flood(documents) {
  const began = performance.now();
  const child = fork(path.join(import.meta.dirname, 'tools/load.mjs'));
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send({
    ports: [port],
    connections: 64,
    documents,
    seconds: 3_600,
    path: '/v1/boletas',
    headers: { 'Content-Type': 'application/json', ...chain },
    bodies: [body],
    prefix: `chain-${process.pid}-${documents}`,
  });
  const [{ statuses }] = await once(child, 'message');
  const postedS = (performance.now() - began) / 1000;
  while (!(await settled())) await sleep(500);
  return { chain: statuses, postedS, settledS: (performance.now() - began) / 1000 };
}

// compiles code, opens connections, prepares statements
await tenantsBeside(() => flood(3_000));
const quiet = await tenantsBeside(() => sleep(Number(values.seconds) * 1000));
const beside = await tenantsBeside(() => flood(documents));
const ratio = Math.round((beside.p99 / quiet.p99) * 100) / 100;
const line = ({ p50, p99, max, stages, states, shares }) =>
  `from POST to accepted p50 ${p50} ms  p99 ${p99} ms  max ${max} ms  ` +
  `${JSON.stringify(states)} ${JSON.stringify(stages)}  ${sharesText(shares)}`;
if (values.json) console.log(JSON.stringify({ quiet, beside, ratio }, null, 2));
else
  console.log(
    `quiet: ${line(quiet)}\nbeside ${documents} of a chain: ${line(beside)}\n` +
      `p99 ${ratio} times that of quiet; the chain ${JSON.stringify(beside.chain)} posted in ` +
      `${beside.postedS.toFixed(1)} s, settled in ${beside.settledS.toFixed(1)} s`,
  );
agent.destroy();
await Promise.all([...workers, api, authority].map(stopped));
redis.disconnect();
await db.close();
rmSync(home, { recursive: true });
