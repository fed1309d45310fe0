// Measures how many records and stored files a second the built API answers, in turns with a bare
// Express echo of a sale. The documents are issued through the API and settled in the database.
// npm run bench -- read [--seconds 4] [--rounds 3] [--connections 64] [--documents 1000] [--json]
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDb } from '@rafaga/db';
import { readConfig, STORE_VARIABLES, storeConfig } from '@rafaga/runtime';
import { objectKey, openStore } from '@rafaga/storage';
import { API_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { benchBusiness } from './tools/business.mjs';
import { cpuMs, parentOf, treeMs } from './tools/cpu.mjs';
import { boletas } from './tools/sales.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    documents: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const here = (file) => path.join(import.meta.dirname, file);
const apiMain = path.resolve(import.meta.dirname, '../../apps/api/dist/main.js');

const db = createDb(process.env.DATABASE_URL, { max: 2 });
const { rows } = await db.pool.query('SELECT pg_backend_pid() AS pid');
const postmaster = parentOf(rows[0].pid);
const business = await benchBusiness(db, 1);

/** Starts a child process that sends { port } when it listens. */
async function started(file, env = {}) {
  const child = fork(file, {
    execArgv: file === apiMain ? API_FLAGS : [],
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function load(work) {
  const child = fork(here('tools/load.mjs'));
  child.send({ connections, headers: business.credentials, bodies: [''], prefix: 'read', ...work });
  const [result] = await once(child, 'message');
  return result;
}

/** Issues documents through the API. @returns their ids, once they are settled with an XML */
async function settledDocuments(port) {
  await load({
    ports: [port],
    path: '/v1/boletas',
    headers: { 'Content-Type': 'application/json', ...business.credentials },
    bodies: boletas(1),
    documents: Number(values.documents),
    seconds: 60,
  });
  // other benches may have left documents in this database
  const own = [business.id];
  const { rows: documents } = await db.pool.query(
    'SELECT id FROM documents WHERE business_id = $1',
    own,
  );
  const ids = documents.map(({ id }) => Number(id));
  await db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
       description, notes, evidence, sent_at, settled_at)
     SELECT id, business_id, '{"ruc":"20123456786"}', 'n4bQgYhMfWWaL', 'QR', now(), 'accepted', '0',
       'La Boleta ha sido aceptada', '[]', 'cdr', now(), now() FROM documents
     WHERE business_id = $1`,
    own,
  );
  const files = openStore(storeConfig(readConfig(process.env, STORE_VARIABLES)));
  for (const id of ids) await keepXml(files, id);
  return ids;
}

/** An XML of the usual size. */
async function keepXml(files, id) {
  const content = Buffer.from(`<Invoice id="${id}">${'<cbc:ID>1</cbc:ID>'.repeat(450)}</Invoice>`);
  const stored = await files.put(objectKey({ ruc: '20123456786', id }, 'x.xml'), content);
  await db.pool.query(
    `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
     VALUES ($1, 'xml', $2, $3, $4)`,
    [id, createHash('sha256').update(content).digest(), content.length, stored.objectKey],
  );
}

const echo = await started(here('tools/echo.mjs'));
const api = await started(apiMain, {
  API_PORT: '0',
  DATABASE_URL: programUrl(process.env.DATABASE_URL, 'api'),
});
const ids = await settledDocuments(api.port);
const TURNS = {
  echo: {
    child: echo.child,
    work: {
      ports: [echo.port],
      path: '/echo',
      headers: { 'Content-Type': 'application/json' },
      bodies: boletas(1),
    },
  },
  record: {
    child: api.child,
    work: { ports: [api.port], gets: ids.map((id) => `/v1/boletas/${id}`) },
  },
  xml: {
    child: api.child,
    work: { ports: [api.port], gets: ids.map((id) => `/v1/boletas/${id}/xml`) },
  },
};

const round = (value) => Math.round(value * 1000) / 1000;
const at = (sorted, part) => round(sorted[Math.floor(sorted.length * part)]);
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function turn({ child, work }) {
  const before = { own: cpuMs(child.pid), postgres: treeMs(postmaster) };
  const { count, seconds: took, latencies, statuses } = await load({ ...work, seconds });
  return {
    perSecond: Math.round(count / took),
    p50: at(latencies, 0.5),
    p99: at(latencies, 0.99),
    ownMs: round((cpuMs(child.pid) - before.own) / count),
    postgresMs: round((treeMs(postmaster) - before.postgres) / count),
    statuses,
  };
}

const say = (text) => values.json || console.log(text);
say(`${cpus()[0].model} × ${cpus().length}, Node ${process.version}`);
const shares = { record: [], xml: [] };
for (const one of Object.values(TURNS)) await load({ ...one.work, seconds: 1 });
for (let i = 0; i < Number(values.rounds); i++) {
  let reference;
  for (const [name, one] of Object.entries(TURNS)) {
    const { perSecond, p50, p99, ownMs, postgresMs, statuses } = await turn(one);
    if (name === 'echo') reference = perSecond;
    else shares[name].push(perSecond / reference);
    say(
      `${name.padEnd(6)} ${String(perSecond).padStart(5)}/s  p50 ${p50} ms  p99 ${p99} ms  CPU a ` +
        `call: process ${ownMs}, PostgreSQL ${postgresMs} ms  ${JSON.stringify(statuses)}`,
    );
  }
}
for (const [name, all] of Object.entries(shares)) {
  shares[name] = median(all);
  say(`${name}: ${Math.round(shares[name] * 100)} % of the echo`);
}
if (values.json) console.log(JSON.stringify({ shares }, null, 2));
for (const { child } of [echo, api]) {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}
await db.close();
