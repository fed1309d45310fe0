/**
 * Measures what the archive of a month costs: sales of a month that is over go through the built
 * API and workers, with their files; then rafaga archivar crear, verificar and desprender run as an
 * operator runs them, while a till goes on selling. Gives the seconds of each command, the most
 * memory that its process had, the longest wait for a lock of a table, and the till's latencies.
 *
 * npm run bench -- archive [--documents 100000] [--businesses 4] [--print a4] [--json]
 */
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { API_FLAGS, WORKER_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { programOf } from '../support/programs.mjs';
import { benchCredential } from './tools/business.mjs';
import { YEAR_OF_MONTHS } from './tools/dataset.mjs';
import { createEmission } from './tools/emission.mjs';
import { asOwner, dropDatabase, migratedDatabase } from './tools/filledDatabase.mjs';
import { watchLocks } from './tools/lockWaits.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { boletas } from './tools/sales.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    businesses: { type: 'string', default: '4' },
    // paper formats with commas between them
    print: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const each = Math.ceil(Number(values.documents) / Number(values.businesses));
const printed = values.print.split(',').filter(Boolean);
const say = (text) => values.json || console.log(text);

const DATABASE = 'bench_archive';
const root = path.resolve(import.meta.dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'rafaga-bench-'));
const redis = new Redis(process.env.REDIS_URL);
await redis.flushdb();
await dropDatabase(DATABASE);
const databaseUrl = await migratedDatabase(DATABASE);
const db = openDb(databaseUrl, { max: 4 });
const query = async (text, parameters) => (await db.pool.query(text, parameters)).rows;
await query(YEAR_OF_MONTHS);

const env = {
  ...process.env,
  NODE_ENV: 'production',
  RAFAGA_HOME: home,
  RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
  RAFAGA_ARCHIVE_KEY: randomBytes(32).toString('base64'),
};

/** Starts a program that says when it listens. */
async function start(file, { role, execArgv = [], more = {} } = {}) {
  const child = fork(path.resolve(root, file), {
    execArgv,
    env: { ...env, DATABASE_URL: role ? programUrl(databaseUrl, role) : databaseUrl, ...more },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function stop({ child }) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

/** From now on ids are those of the middle of a month that is over. @returns the month */
async function issueInThePast() {
  const past = new Date();
  past.setUTCDate(15);
  past.setUTCMonth(past.getUTCMonth() - 2);
  const ago = Math.round((Date.now() - past.getTime()) / 1_000);
  await query(idFunction.replace('clock_timestamp()', `(clock_timestamp() - interval '${ago} s')`));
  return past.toISOString().slice(0, 7);
}
const [{ text: idFunction }] = await query(
  `SELECT pg_get_functiondef('document_id'::regproc) AS text`,
);

const authority = await start('test/bench/tools/instant.mjs');
const emission = await createEmission({
  databaseUrl,
  billUrl: `http://127.0.0.1:${authority.port}/billService`,
  businesses: Number(values.businesses),
  printed,
});
await query('UPDATE businesses SET rate_per_minute = 2000000000');
const businesses = await query('SELECT id FROM businesses ORDER BY id');
const credentials = await Promise.all(businesses.map(({ id }) => benchCredential(db, id)));
const month = await issueInThePast();

const api = await start(programOf('api'), {
  role: 'api',
  execArgv: API_FLAGS,
  more: { API_PORT: '0' },
});
const workers = Array.from({ length: availableParallelism() }, () => ({
  child: fork(programOf('worker'), {
    execArgv: WORKER_FLAGS,
    env: { ...env, DATABASE_URL: programUrl(databaseUrl, 'worker') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  }),
}));

let loads = 0;
/** Sells for a business, over so many connections, until there are enough. */
function sell(of, work) {
  const child = fork(path.join(import.meta.dirname, 'tools/load.mjs'));
  child.send({
    ports: [api.port],
    path: '/v1/boletas',
    seconds: 3_600,
    bodies: boletas(1),
    ...work,
    headers: { 'Content-Type': 'application/json', ...credentials[of] },
    prefix: `archive-${process.pid}-${loads++}`,
  });
  return once(child, 'message').then(([sold]) => sold);
}

const seconds = (since) => Math.round((performance.now() - since) / 100) / 10;
const began = performance.now();
const sold = await Promise.all(
  credentials.map((_, of) => sell(of, { connections: 8, documents: each })),
);
const issuedS = seconds(began);
await emission.drained();
await emission.allPrinted();
const settledS = seconds(began);
const SEARCHABLE = `SELECT searchable_to >= (SELECT max(id) FROM documents) AS all
  FROM document_search_progress`;
for (let all = false; !all; [{ all }] = await query(SEARCHABLE)) await sleep(500);
for (const worker of workers) await stop(worker);
await query(idFunction);
await asOwner(databaseUrl, 'VACUUM ANALYZE', 'CHECKPOINT');

/** The most memory that a process has had, in megabytes; undefined when it is gone. */
function peakMb(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Runs a command of `rafaga archivar` while a till sells. */
async function command(...words) {
  const locks = await watchLocks(databaseUrl);
  const child = spawn(process.execPath, [programOf('cli'), 'archivar', ...words, '--json'], {
    env: { ...env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  const since = performance.now();
  let peak = 0;
  const watch = setInterval(() => {
    peak = peakMb(child.pid) || peak;
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  const took = seconds(since);
  if (code !== 0) throw new Error(`archivar ${words.join(' ')} ended with ${code}: ${text}`);
  const lockWaitMs = await locks.end();
  return { seconds: took, peakMb: Math.round(peak), lockWaitMs, said: JSON.parse(text) };
}

const spread = ({ latencies, statuses }) => {
  const at = (part) => Math.round(percentile(latencies, part) * 10) / 10;
  return { statuses, p50: at(0.5), p99: at(0.99), max: at(1) };
};
const quiet = spread(await sell(0, { connections: 1, seconds: 10 }));
const steps = {};
for (const [name, words] of Object.entries({
  crear: ['crear', month],
  verificar: ['verificar', month],
  desprender: ['desprender', month],
})) {
  let selling = true;
  const till = (async () => {
    const found = { latencies: [], statuses: {} };
    while (selling) {
      const { latencies, statuses } = await sell(0, { connections: 1, seconds: 1 });
      found.latencies.push(...latencies);
      for (const [status, count] of Object.entries(statuses))
        found.statuses[status] = (found.statuses[status] ?? 0) + count;
    }
    found.latencies.sort((a, b) => a - b);
    return spread(found);
  })();
  const { said: _, ...measured } = await command(...words);
  selling = false;
  steps[name] = { ...measured, till: await till };
}
const [{ bundles, bytes }] = await query(
  `SELECT count(*)::int AS bundles, sum(bytes)::float8 AS bytes FROM archive_bundles`,
);
const statuses = sold.map((one) => one.statuses);
const result = { month, issuedS, settledS, statuses, bundles, bytes, quiet, steps };

if (values.json) console.log(JSON.stringify(result, null, 2));
say(
  `${cpus()[0].model} × ${cpus().length}, Node ${process.version}; ${month}: ` +
    `${each * businesses.length} documents issued in ${issuedS} s, settled after ${settledS} s; ` +
    `${bundles} bundles of ${Math.round(bytes / 1e6)} MB together`,
);
const tillText = ({ p50, p99, max, statuses: of }) =>
  `p50 ${p50}  p99 ${p99}  max ${max} ms ${JSON.stringify(of)}`;
say(`a till in quiet: ${tillText(quiet)}`);
for (const [name, { seconds: took, peakMb: peak, lockWaitMs, till }] of Object.entries(steps))
  say(
    `archivar ${name.padEnd(10)} ${took} s, at most ${peak} MB, longest wait for a lock ` +
      `${lockWaitMs} ms; the till meanwhile: ${tillText(till)}`,
  );

for (const one of [api, authority]) await stop(one);
await emission.close();
await db.close();
redis.disconnect();
await dropDatabase(DATABASE);
rmSync(home, { recursive: true });
