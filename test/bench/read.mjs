/**
 * Measures how many records and stored files a second the built API answers, in turns with a bare
 * Express echo of a sale. Workers sign, send and print the documents first. Each kind is read in
 * two ways: a few documents again and again, and many in turn, more than the API's caches hold.
 *
 * Kinds: `record`, `xml`, `cdr`, `pdf` (stored by a worker), `drawn` (a PDF that the API drew at an
 * earlier call). With --beside, the API of another checkout reads the same documents in the same
 * turns.
 *
 *     npm run bench -- read [--seconds 2] [--rounds 3] [--connections 64] [--documents 4000]
 *       [--only record,xml] [--beside FOLDER] [--json]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { API_FLAGS, WORKER_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { programOf } from '../support/programs.mjs';
import { benchCredential } from './tools/business.mjs';
import { cpuMs, median, parentOf, treeMs } from './tools/cpu.mjs';
import { createEmission } from './tools/emission.mjs';
import { sharesText, watchMachine } from './tools/machine.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { boletas } from './tools/sales.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    documents: { type: 'string', default: '4000' },
    // kinds with commas between them
    only: { type: 'string', default: 'record,xml,cdr,pdf,drawn' },
    // a built checkout of another version, with the same database schema
    beside: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
/** Documents that are read again and again: any cache holds them. */
const FEW = 200;
const PATHS = {
  record: '',
  xml: '/xml',
  cdr: '/cdr',
  pdf: '/pdf?format=a4',
  drawn: '/pdf?format=ticket-80',
};
const kinds = values.only.split(',');
const here = (file) => path.resolve(import.meta.dirname, file);
const say = (text) => values.json || console.log(text);

const db = openDb(process.env.DATABASE_URL, { max: 2 });
const { rows } = await db.pool.query('SELECT pg_backend_pid() AS pid');
const postmaster = parentOf(rows[0].pid);

/** Starts a program; one that listens sends { port }. */
function start(file, { role, execArgv = [], more = {} } = {}) {
  const env = { ...process.env, NODE_ENV: 'production', RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8' };
  if (role) env.DATABASE_URL = programUrl(process.env.DATABASE_URL, role);
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'];
  return fork(file, { execArgv, env: { ...env, ...more }, stdio });
}

async function listening(child) {
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function stop(child) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

/** @returns the ids of documents whose XML, CDR and PDF are stored, and what calls for them need */
async function storedDocuments() {
  const authority = await listening(start(here('tools/instant.mjs')));
  const emission = await createEmission({
    databaseUrl: process.env.DATABASE_URL,
    billUrl: `http://127.0.0.1:${authority.port}/billService`,
    businesses: 1,
    printed: ['a4'],
  });
  const [business] = emission.businesses;
  await db.pool.query('UPDATE businesses SET rate_per_minute = 2000000000 WHERE id = $1', [
    business,
  ]);
  await emission.issue(Number(values.documents));
  await emission.makeDue();
  const worker = start(programOf('worker'), {
    role: 'worker',
    execArgv: WORKER_FLAGS,
    more: { RAFAGA_QUEUES: 'emit,print' },
  });
  await emission.drained();
  await emission.allPrinted();
  await emission.close();
  await Promise.all([stop(worker), stop(authority.child)]);
  const { rows: documents } = await db.pool.query(
    'SELECT id FROM documents WHERE business_id = $1 ORDER BY id',
    [business],
  );
  return {
    ids: documents.map(({ id }) => id),
    credentials: await benchCredential(db, business),
  };
}

const apiOf = (folder) =>
  listening(
    start(programOf('api', folder), {
      role: 'api',
      execArgv: API_FLAGS,
      more: { API_PORT: '0' },
    }),
  );

const { ids, credentials } = await storedDocuments();
const echo = await listening(start(here('tools/echo.mjs')));
const apis = [
  { version: '', ...(await apiOf(here('../..'))) },
  ...(values.beside ? [{ version: ` ${values.beside}`, ...(await apiOf(values.beside)) }] : []),
];

/** Those that are drawn here are half of them, because each is written to disk alone. */
const documentsOf = (kind, few) =>
  few ? ids.slice(0, FEW) : ids.slice(FEW, kind === 'drawn' ? ids.length / 2 : ids.length);
const readsOf = (kind, few) =>
  documentsOf(kind, few).map((id) => `/v1/boletas/${id}${PATHS[kind]}`);
const headers = { 'Content-Type': 'application/json' };
const echoTurn = {
  name: 'echo',
  server: echo,
  work: { ports: [echo.port], path: '/echo', headers, bodies: boletas(1) },
};
/** Those of each kind follow a turn of the echo, with which they are compared. */
const turns = kinds.flatMap((kind) => [
  echoTurn,
  ...[true, false].flatMap((few) =>
    apis.map(({ version, ...server }) => ({
      name: `${kind}${few ? ' again' : ''}${version}`,
      server,
      work: { ports: [server.port], headers: credentials, gets: readsOf(kind, few) },
    })),
  ),
]);

async function load(work) {
  const child = fork(here('tools/load.mjs'));
  const connections = Number(values.connections);
  child.send({ connections, bodies: [''], prefix: 'read', ...work });
  const [result] = await once(child, 'message');
  return result;
}

/** Each turn goes on where the last one ended, so that no cache has seen its documents of late. */
async function measure({ server: { child }, work }, seconds) {
  const clock = () => ({ own: cpuMs(child.pid), postgres: treeMs(postmaster) });
  const before = clock();
  const { count, seconds: took, latencies, statuses } = await load({ ...work, seconds });
  const after = clock();
  if (work.gets) {
    const next = count % work.gets.length;
    work.gets = [...work.gets.slice(next), ...work.gets.slice(0, next)];
  }
  return {
    statuses,
    perSecond: count / took,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    ownMs: (after.own - before.own) / count,
    postgresMs: (after.postgres - before.postgres) / count,
  };
}

if (kinds.includes('drawn')) {
  const { work } = turns.find(({ name }) => name === 'drawn');
  const gets = [...work.gets, ...readsOf('drawn', true)];
  await load({ ...work, gets, documents: gets.length, seconds: 60 });
}
const measured = new Map(turns.map(({ name }) => [name, []]));
for (const turn of turns) await measure(turn, 1);
const endWatch = watchMachine([postmaster]);
for (let round = 0; round < Number(values.rounds); round++) {
  let reference;
  for (const turn of turns) {
    const result = await measure(turn, Number(values.seconds));
    const { statuses, perSecond, ownMs } = result;
    const answered = turn === echoTurn ? '201' : '200';
    if (Object.keys(statuses).join() !== answered)
      throw new Error(`${turn.name} answered ${JSON.stringify(statuses)}`);
    if (turn === echoTurn) reference = result;
    measured.get(turn.name).push({
      ...result,
      rate: perSecond / reference.perSecond,
      cpu: ownMs / reference.ownMs,
    });
  }
}
const shares = endWatch();

const FIGURES = ['perSecond', 'rate', 'p50', 'p99', 'ownMs', 'cpu', 'postgresMs'];
const medians = Object.fromEntries(
  [...measured].map(([name, results]) => {
    const of = (field) => Math.round(median(results.map((each) => each[field])) * 1000) / 1000;
    const turn = Object.fromEntries(FIGURES.map((field) => [field, of(field)]));
    say(
      `${name.padEnd(14)} ${turn.perSecond.toFixed(0).padStart(6)}/s, ${turn.rate.toFixed(2)} of ` +
        `the echo  p50 ${turn.p50.toFixed(1)} p99 ${turn.p99.toFixed(1)} ms  CPU a call: process ` +
        `${turn.ownMs.toFixed(3)}, ${turn.cpu.toFixed(2)} of the echo, PostgreSQL ` +
        `${turn.postgresMs.toFixed(3)} ms`,
    );
    return [name, turn];
  }),
);
say(sharesText(shares));
if (values.json) console.log(JSON.stringify({ turns: medians, machine: shares }, null, 2));
for (const { child } of [echo, ...apis]) await stop(child);
await db.close();
