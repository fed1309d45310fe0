/**
 * Measures what row security costs the hot path: the API's role issues sales, the worker's role
 * claims, signs and settles them, in turns with row security and without it, in one database and
 * over the same pools. Nothing else differs: the owner turns it off and on between the turns.
 * CPU is that of the connections of both programs.
 *
 * npm run bench -- rows [--pairs 8] [--documents 1500] [--json]
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { claim, markSigned, settle } from '@rafaga/db';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { exactCpuMs, median, parentOf } from './tools/cpu.mjs';
import { sharesText, watchMachine } from './tools/machine.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';
import { createIssuer, sendersFor } from './tools/senders.mjs';
import { orderOf } from './tools/turns.mjs';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '8' },
    documents: { type: 'string', default: '1500' },
    json: { type: 'boolean', default: false },
  },
});
const documents = Number(values.documents);
const url = process.env.DATABASE_URL;
const owner = openDb(url, { max: 1 });
const api = openDb(programUrl(url, 'api'), { max: 2 });
const worker = openDb(programUrl(url, 'worker'), { max: 2 });
const postmaster = parentOf((await owner.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
const senders = await sendersFor(owner, 20, { billUrl: 'http://127.0.0.1:9/billService' });
const ids = senders.map(({ id }) => id);
const issuer = createIssuer(api, senders);

const { rows: tables } = await owner.pool.query(
  `SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relrowsecurity`,
);
/** @param {'ENABLE' | 'DISABLE'} verb */
const rowSecurity = (verb) =>
  owner.pool.query(
    tables.map(({ name }) => `ALTER TABLE ${name} ${verb} ROW LEVEL SECURITY`).join(';'),
  );

const file = () => ({
  sha256: randomBytes(32),
  bytes: 3_000,
  objectKey: randomBytes(12).toString('hex'),
});
const signed = () => ({
  issuer: { ruc: '20100000001' },
  digest: 'x'.repeat(28),
  qr: 'x'.repeat(120),
  xml: file(),
  zip: file(),
  tookMs: 1,
});
const settlement = () => ({
  state: 'accepted',
  evidence: 'cdr',
  code: '0',
  description: 'ha sido aceptada',
  notes: [],
  cdr: file(),
  tookMs: 1,
});

/** The statements of a worker for one document that is accepted at once. */
async function processed(id) {
  const claimed = await claim(worker, id, 'bench');
  if (!claimed) throw new Error(`document ${id} could not be claimed`);
  await markSigned(worker, claimed, signed(), { sending: true });
  await settle(worker, claimed, settlement());
}

const UNDER_WAY = 64;

/** Issues documents and settles them; CPU of PostgreSQL and time of each, in milliseconds. */
async function turn() {
  const issuing = await measured(() => issuer.issue(documents));
  await owner.pool.query('UPDATE emissions SET next_at = now() WHERE business_id = ANY ($1)', [
    ids,
  ]);
  const { rows } = await owner.pool.query(
    'SELECT document_id AS id FROM emissions WHERE business_id = ANY ($1)',
    [ids],
  );
  const open = rows.map(({ id }) => Number(id));
  const settling = await measured(async () => {
    const one = async () => {
      for (let id = open.pop(); id !== undefined; id = open.pop()) await processed(id);
    };
    await Promise.all(Array.from({ length: UNDER_WAY }, one));
  });
  return { issuing, settling };
}

/** The connections of both programs. */
async function backendsCpuMs() {
  const { rows } = await owner.pool.query(
    "SELECT pid FROM pg_stat_activity WHERE usename IN ('rafaga_api', 'rafaga_worker')",
  );
  return rows.reduce((sum, { pid }) => sum + exactCpuMs(pid), 0);
}

async function measured(work) {
  const [cpu, began] = [await backendsCpuMs(), performance.now()];
  await work();
  const ms = performance.now() - began;
  return { cpuMs: ((await backendsCpuMs()) - cpu) / documents, ms: ms / documents };
}

const TURNS = [
  ['with', 'ENABLE'],
  ['without', 'DISABLE'],
];
const runs = { with: [], without: [] };
// twice, so that the plans are made and the pages are in memory
for (let warm = 0; warm < 2; warm++) await turn();
const ended = watchMachine([postmaster]);
for (let pair = 0; pair < Number(values.pairs); pair++)
  for (const [name, verb] of orderOf(TURNS, pair)) {
    await rowSecurity(verb);
    runs[name].push(await turn());
  }
await rowSecurity('ENABLE');
const shares = ended();

/** The medians of both, and of the ratios of the pairs with their quartiles. */
function compared(part, unit) {
  const of = (name) => runs[name].map((run) => run[part][unit]);
  const ratios = of('with').map((value, pair) => value / of('without')[pair]);
  const sorted = ratios.toSorted((a, b) => a - b);
  const at = (share) => round(percentile(sorted, share));
  const [mine, other] = [of('with'), of('without')].map((all) => round(median(all)));
  return { with: mine, without: other, ratio: at(0.5), quartiles: [at(0.25), at(0.75)] };
}
const round = (value) => Math.round(value * 1000) / 1000;

const result = Object.fromEntries(
  ['issuing', 'settling'].map((part) => [
    part,
    { cpuMs: compared(part, 'cpuMs'), ms: compared(part, 'ms') },
  ]),
);
if (values.json) console.log(JSON.stringify({ ...result, runs }, null, 2));
else {
  for (const [part, figures] of Object.entries(result))
    for (const [unit, figure] of Object.entries(figures))
      console.log(
        `${part}, ${unit === 'ms' ? 'time' : 'CPU of PostgreSQL'} a document: with row security ` +
          `${figure.with} ms, without ${figure.without} ms, median of ${values.pairs} pairs ` +
          `${figure.ratio} (quartiles ${figure.quartiles.join(' and ')})`,
      );
  console.log(sharesText(shares));
}
await issuer.close();
for (const db of [worker, api, owner]) await db.close();
