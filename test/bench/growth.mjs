/**
 * Measures whether the hot path stays as fast as a database grows: emission, reads and acceptance
 * in turns on a small and a large database, each with documents of a year and their businesses.
 * With --detach the oldest whole month is detached from the large one while it accepts sales.
 * With --keep the databases stay for the next run, because filling the large one takes long; with
 * --rounds 0 they are only filled.
 *
 * npm run bench -- growth [--documents 10000000] [--businesses 100000] [--small 10000]
 *   [--rounds 2] [--only emit,read,issue] [--detach] [--keep] [--json]
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { median } from './tools/cpu.mjs';
import { asOwner, dropDatabase, filledDatabase } from './tools/filledDatabase.mjs';
import { orderOf } from './tools/turns.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000000' },
    businesses: { type: 'string', default: '100000' },
    small: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '2' },
    detach: { type: 'boolean', default: false },
    // benches by their names, with commas between them
    only: { type: 'string', default: 'emit,read,issue' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const documents = Number(values.documents);
const small = Number(values.small);
const only = values.only.split(',');
const say = (text) => values.json || console.log(text);

/**
 * What each bench gives, lower is better. Emission comes first, because the documents that `issue`
 * leaves open would be sent beside its own.
 */
const BENCHES = [
  {
    words: ['emit', '--documents', '4000'],
    costs: ({ perSecond, cpuMs }) => ({
      'emission: time a document': 1 / perSecond,
      'emission: CPU of PostgreSQL': cpuMs.postgres,
    }),
  },
  {
    words: ['read', '--rounds', '1'],
    costs: ({ shares }) => ({ 'record: time a call, in echoes': 1 / shares.record }),
  },
  {
    words: ['issue', '--pairs', '1', '--seconds', '5'],
    costs: ({ runs: [run], ratios }) => ({
      'accept: time a document, in echoes': 1 / ratios.rate,
      'accept: CPU of PostgreSQL': run.cpuMs.postgres,
    }),
  },
];

const redis = new Redis(process.env.REDIS_URL);

async function run([name, ...words], { database, databaseUrl }) {
  // jobs that name documents of the other database, and what an earlier bench left open
  await redis.flushdb();
  await asOwner(databaseUrl, 'DELETE FROM emissions', 'VACUUM emissions');
  const program = path.join(import.meta.dirname, `${name}.mjs`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...words, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      // the marks of the other database would say that this one was restored from an old backup
      RAFAGA_HOME: path.join(process.env.RAFAGA_HOME, database),
    },
  });
  if (status !== 0) throw new Error(`the bench ${name} ended with ${status}`);
  return JSON.parse(stdout);
}

const names = { small: `growth_${small}`, large: `growth_${documents}` };
async function fill(database, count, businesses) {
  // no document is open: workers would send it
  const dataset = { documents: count, businesses, stuckEvery: count + 1, months: true };
  return { database, ...(await filledDatabase(database, dataset, { keep: values.keep })) };
}
const databases = {
  small: await fill(names.small, small, Math.max(3, Math.round(Number(values.businesses) / 1_000))),
  large: await fill(names.large, documents, Number(values.businesses)),
};
say(
  `${cpus()[0].model} × ${cpus().length}, Node ${process.version}; ${small} and ${documents} ` +
    `documents, filled in ${Math.round(databases.large.seconds)} s`,
);

const lines = [];
for (const { words, costs } of BENCHES.filter(({ words: [name] }) => only.includes(name))) {
  const found = { small: [], large: [] };
  for (let round = 0; round < Number(values.rounds); round++)
    for (const size of orderOf(['small', 'large'], round))
      found[size].push(costs(await run(words, databases[size])));
  for (const name of Object.keys(found.small[0] ?? {})) {
    const of = (size) => median(found[size].map((each) => each[name]));
    lines.push({ name, times: Math.round((of('large') / of('small')) * 100) / 100 });
    say(`${name.padEnd(40)} ${lines.at(-1).times} times what it is among ${small} documents`);
  }
}
const detached = values.detach ? await run(['tools/detach'], databases.large) : undefined;
if (detached) {
  const { month, checkedS, detachedS, lockWaitMs, quiet, beside } = detached;
  const times = ({ p50, p99, max }) => `p50 ${p50}  p99 ${p99}  max ${max} ms`;
  say(
    `${month} with ${detached.documents} documents: read in ${checkedS} s, detached in ` +
      `${detachedS} s, longest wait for a lock ${lockWaitMs} ms; accepts before: ` +
      `${times(quiet)}, meanwhile: ${times(beside)}  ${JSON.stringify(beside.statuses)}`,
  );
}
if (values.json) console.log(JSON.stringify({ documents, small, lines, detached }, null, 2));
redis.disconnect();
if (!values.keep) for (const name of Object.values(names)) await dropDatabase(name);
