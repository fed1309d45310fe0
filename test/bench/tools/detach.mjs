/**
 * Detaches the oldest whole month of a filled database while the built API accepts sales, as fast
 * as eight connections can send them. Gives the seconds of its two steps (reading whether the month
 * is complete, which locks nothing but that month, and the detaching), the longest wait for a lock
 * of a table meanwhile, and the answers of the API with their latencies, beside those before.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { detachMonth } from '@rafaga/db';
import pg from 'pg';
import { API_FLAGS } from '../../../packages/dev/settings/nodeFlags.mjs';
import { programUrl } from '../../../packages/migrate/privileges/roles.mjs';
import { programOf } from '../../support/programs.mjs';
import { benchBusiness } from './business.mjs';
import { watchLocks } from './lockWaits.mjs';
import { openDb } from './openDb.mjs';
import { percentile } from './percentile.mjs';
import { boletas } from './sales.mjs';

const CONNECTIONS = 8;
const db = openDb(process.env.DATABASE_URL, { max: 4 });
// a connection without the limits of programs
const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
await owner.connect();
const query = async (text, values) => (await owner.query(text, values)).rows;

/** The first month of the year has a part of its documents. */
const [{ month, from_id: from, to_id: to }] = await query(
  `SELECT * FROM document_months WHERE detached_at IS NULL ORDER BY month OFFSET 1 LIMIT 1`,
);

// as if it had been archived; measuring the archive itself needs stored files
await query(
  `INSERT INTO archive_bundles (business_id, month, sequence, object_key, sha256, bytes, documents,
      signer)
    SELECT min(id), $1, 1, 'archivo/bench.zip', sha256('bench'), 1, 1, 'bench' FROM businesses
    ON CONFLICT DO NOTHING`,
  [month],
);
await query(
  `INSERT INTO archived_documents (document_id, business_id, bundle_id, "offset", length, kind,
      series, number)
    SELECT d.id, d.business_id, (SELECT id FROM archive_bundles WHERE month = $3), 0, 1, d.kind,
      d.series, d.number
    FROM documents d WHERE d.id >= $1 AND d.id < $2 ON CONFLICT DO NOTHING`,
  [from, to, month],
);
await query('VACUUM ANALYZE archived_documents');
const [{ documents }] = await query(
  'SELECT count(*)::int AS documents FROM archived_documents WHERE document_id BETWEEN $1 AND $2',
  [from, to],
);

const { credentials } = await benchBusiness(db, 20);
const api = fork(programOf('api'), {
  execArgv: API_FLAGS,
  env: {
    ...process.env,
    NODE_ENV: 'production',
    API_PORT: '0',
    DATABASE_URL: programUrl(process.env.DATABASE_URL, 'api'),
  },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const [{ port }] = await once(api, 'message');

async function sell(seconds) {
  const child = fork(path.join(import.meta.dirname, 'load.mjs'));
  child.send({
    ports: [port],
    connections: CONNECTIONS,
    seconds,
    path: '/v1/boletas',
    headers: { 'Content-Type': 'application/json', ...credentials },
    bodies: boletas(20),
    prefix: `detach-${process.pid}-${Date.now()}`,
  });
  const [{ latencies, statuses }] = await once(child, 'message');
  const at = (part) => Math.round(percentile(latencies, part) * 10) / 10;
  return { statuses, p50: at(0.5), p99: at(0.99), max: at(1) };
}

await sell(4);
const quiet = await sell(8);
let detaching = true;
const locks = await watchLocks(process.env.DATABASE_URL);
const selling = sell(15);
await sleep(2_000);
const began = performance.now();
const closed = (async () => {
  const text = 'SELECT detached_at IS NOT NULL AS closed FROM document_months WHERE month = $1';
  while (detaching && !(await query(text, [month]))[0].closed) await sleep(5);
  return performance.now();
})();
await detachMonth(db, month);
const ended = performance.now();
detaching = false;
const lockWaitMs = await locks.end();
const seconds = (ms) => Math.round(ms) / 1_000;
const beside = await selling;
const result = {
  month,
  documents,
  quiet,
  beside,
  lockWaitMs,
  checkedS: seconds((await closed) - began),
  detachedS: seconds(ended - (await closed)),
};
console.log(JSON.stringify(result));
const gone = once(api, 'exit');
api.disconnect();
await gone;
await owner.end();
await db.close();
