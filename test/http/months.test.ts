/**
 * A month is detached while the API issues: no sale waits for it or is refused, and its references
 * and numbers are never issued again. A month that was not made ahead refuses no sale either, nor
 * does a migration. The statistics of the tables with partitions follow their rows.
 */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  analyzeDocuments,
  createDb,
  detachMonth,
  MonthProblem,
  recordPrinted,
  requestInquiry,
} from '@rafaga/db';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import type { Calls } from '../support/api.js';
import { aBusiness, BY, type TestBusiness } from '../support/business.js';
import { agoOf, beginEarlier } from '../support/pastMonth.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';

const TABLES = ['documents', 'outcomes', 'attempts', 'files'];

let environment: TestEnvironment;
let api: Calls;
let tenant: TestBusiness;
/** A month that is over: the first one of a new database. */
let month: string;
beforeAll(async () => {
  environment = await startEnvironment();
  api = await environment.api();
  tenant = await aBusiness(environment.db);
  month = await beginEarlier(environment.db);
});
afterAll(() => environment.stop());

const query = (text: string, values?: unknown[]) => environment.db.pool.query(text, values);
const sell = (reference: string, change = {}) => api.boleta(tenant.credentials, change, reference);

/** Moves the documents of the business, as settled ones, to the month that is over. */
async function age(): Promise<void> {
  const earlier = `(${Math.round(agoOf(month))}::bigint << 10)`;
  // statements of one string are one transaction
  await query(`
    SET LOCAL session_replication_role = replica;
    WITH old AS (DELETE FROM documents RETURNING *),
    moved AS (UPDATE "references" r SET document_id = r.document_id - ${earlier}
      FROM old WHERE r.document_id = old.id),
    done AS (DELETE FROM emissions),
    settled AS (INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at,
        state, settled_at)
      SELECT id - ${earlier}, business_id,
        '{"ruc": "20100000001", "legalName": "Bodega", "address": "Lima"}', 'd', 'q', now(),
        'accepted', now() FROM old),
    noted AS (INSERT INTO attempts (document_id, business_id, attempt, step)
      SELECT id - ${earlier}, business_id, 1, 'accepted' FROM old)
    INSERT INTO documents SELECT aged.* FROM old, jsonb_populate_record(NULL::documents,
      to_jsonb(old) || jsonb_build_object('id', id - ${earlier})) AS aged`);
}

const problem = (text: string) =>
  expect.objectContaining({ constructor: MonthProblem, message: expect.stringContaining(text) });

test('only the owner detaches a month, when it is over and its documents are settled', async () => {
  for (const reference of ['vieja-1', 'vieja-2']) expect((await sell(reference)).status).toBe(201);
  await age();
  const next = new Date(Date.now() + 32 * 86_400_000).toISOString().slice(0, 7);
  await expect(detachMonth(environment.db, next)).rejects.toEqual(problem('no ha terminado'));
  await expect(detachMonth(environment.db, '2020-01')).rejects.toEqual(problem('no está'));
  const cli = createDb(programUrl(environment.databaseUrl, 'cli'));
  await expect(detachMonth(cli, month)).rejects.toEqual(problem('el dueño'));
  await cli.close();
  const { rows } = await query(`DELETE FROM outcomes
    WHERE document_id = (SELECT min(id) FROM documents) RETURNING document_id`);
  await expect(detachMonth(environment.db, month)).rejects.toEqual(problem('sin resultado'));
  await query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state,
      settled_at) VALUES ($1, $2, '{}', 'd', 'q', now(), 'accepted', now())`,
    [rows[0].document_id, tenant.id],
  );
});

test('a month whose documents are not archived is not detached', async () => {
  await expect(detachMonth(environment.db, month)).rejects.toThrow('sin archivar');
  await query(
    `WITH bundle AS (
        INSERT INTO archive_bundles (business_id, month, sequence, object_key, sha256, bytes,
          documents, signer)
        VALUES ($1, $2, 1, 'archivo/x.zip', sha256('x'), 1, 2, 'x') RETURNING id)
      INSERT INTO archived_documents (document_id, business_id, bundle_id, "offset", length, kind,
        series, number)
      SELECT d.id, d.business_id, bundle.id, 0, 1, d.kind, d.series, d.number
      FROM documents d, bundle WHERE d.id < (SELECT to_id FROM document_months WHERE month = $2)`,
    [tenant.id, month],
  );
});

test('a month that changed after its check, or during a restoration, is not detached', async () => {
  const { rows } = await query('SELECT count(*)::int AS attempts FROM attempts');
  const { attempts } = rows[0];
  const checked = () => detachMonth(environment.db, month, attempts);
  const noted = await query(
    `INSERT INTO attempts (document_id, business_id, attempt, step, worker)
      SELECT min(id), $1, 0, 'cdr', 'panel:ana' FROM documents RETURNING id`,
    [tenant.id],
  );
  await expect(checked()).rejects.toEqual(problem('cambió mientras'));
  await query(
    `ALTER TABLE attempts DISABLE TRIGGER USER; DELETE FROM attempts WHERE id = ${noted.rows[0].id};
      ALTER TABLE attempts ENABLE TRIGGER USER;
      INSERT INTO restorations (begun_by) VALUES ('test')`,
  );
  await expect(checked()).rejects.toEqual(problem('una restauración'));
  await query('DELETE FROM restorations');
});

test('the close of a month waits for inquiries under way', async () => {
  const asking = await environment.db.pool.connect();
  await asking.query('BEGIN');
  const { rows } = await asking.query(
    `INSERT INTO inquiries (document_id, business_id, asked_by)
      SELECT min(id), $1, 'ana' FROM documents RETURNING pg_backend_pid() AS pid`,
    [tenant.id],
  );
  const closing = detachMonth(environment.db, month).catch((error) => error);
  await waitFor('the close to wait', async () => {
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    return (await query(waiting, [rows[0].pid])).rowCount === 1;
  });
  await asking.query('COMMIT');
  asking.release();
  expect(await closing).toEqual(problem('consultas a SUNAT'));
  await query('DELETE FROM inquiries');
});

test('a document of a month that is closed and not detached is read, not asked about', async () => {
  const { rows } = await query(
    `SELECT close_document_month($1) AS problem, max(id)::float8 AS id FROM documents
      WHERE id < (SELECT to_id FROM document_months WHERE month = $1)`,
    [month],
  );
  const [{ problem: none, id }] = rows;
  expect(none).toBeNull();
  const pdf = await waitFor('the drawing', async () => {
    const reply = await api.get(`/v1/boletas/${id}/pdf`, tenant.credentials);
    return reply.status !== 503 && reply;
  });
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect((await query('SELECT FROM files')).rowCount).toBe(0);
  const asked = requestInquiry(environment.db, BY, { documentId: id, businessId: tenant.id });
  expect(await asked).toBe(false);
  expect((await query(`SELECT FROM audit WHERE action = 'document.ask'`)).rowCount).toBe(0);
});

test('the PDFs of other months are recorded beside one of a closed month', async () => {
  expect((await sell('con-pdf')).status).toBe(201);
  const { rows } = await query(
    `SELECT document_id::float8 AS id FROM "references" WHERE key IN ('vieja-1', 'con-pdf')
      ORDER BY key DESC`,
  );
  const printed = rows.map(({ id }) => ({
    documentId: id,
    format: 'a4' as const,
    sha256: createHash('sha256').update('pdf').digest(),
    bytes: 3,
    objectKey: `${id}.pdf`,
  }));
  await recordPrinted(environment.db, printed);
  const { rows: files } = await query('SELECT document_id::float8 AS id FROM files');
  expect(files).toEqual([rows[1]]);
});

test('a detach whose connection is killed between its phases refuses no sale', async () => {
  const reader = await environment.db.pool.connect();
  await reader.query('BEGIN; SELECT FROM documents LIMIT 1');
  const killed = detachMonth(environment.db, month).catch((error) => error);
  const halfway = 'SELECT FROM pg_inherits WHERE inhdetachpending';
  await waitFor('the first phase', async () => (await query(halfway)).rowCount === 1);
  await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'rafaga-detach' AND datname = current_database()`);
  expect(await killed).toBeInstanceOf(Error);
  await reader.query('COMMIT');
  reader.release();
  expect((await query(halfway)).rowCount).toBe(1);
  expect((await sell('a-medias')).status).toBe(201);
});

test('sales go on while a killed detach is finished, and wait for no lock of it', async () => {
  let detaching = true;
  const statuses = new Set<number>();
  const sellOn = async (till: number) => {
    for (let n = 0; detaching; n++) statuses.add((await sell(`caja-${till}-${n}`)).status);
  };
  const waits: unknown[] = [];
  const watch = async () => {
    const waiting = `SELECT l.relation::regclass::text, a.query FROM pg_locks l
      JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE NOT l.granted AND l.locktype = 'relation' AND a.application_name <> 'rafaga-detach'
        AND a.datname = current_database()`;
    while (detaching) waits.push(...(await query(waiting)).rows);
  };
  const others = [1, 2, 3, 4].map(sellOn).concat(watch());
  const { detached } = await detachMonth(environment.db, month).finally(() => {
    detaching = false;
  });
  await Promise.all(others);
  const suffix = month.replace('-', '_');
  expect([...detached].sort()).toEqual(TABLES.map((name) => `partitions.${name}_${suffix}`).sort());
  expect([...statuses]).toEqual([201]);
  expect(waits).toEqual([]);
  expect(await detachMonth(environment.db, month)).toEqual({ detached: [] });
});

test('a reference of the detached month is not issued again', async () => {
  const replay = await sell('vieja-1');
  expect([replay.status, replay.json.codigo]).toEqual([409, 'referencia_archivada']);
  const other = await sell('vieja-2', { observacion: 'otra venta' });
  expect([other.status, other.json.codigo]).toEqual([409, 'referencia_archivada']);
});

test('no document and no file of one enters the detached month', async () => {
  const [table, files] = ['documents', 'files'].map(
    (name) => `partitions.${name}_${month.replace('-', '_')}`,
  );
  await expect(query(`INSERT INTO ${table} SELECT * FROM ${table}`)).rejects.toThrow('is closed');
  const cdr = `INSERT INTO ${files} (document_id, kind, sha256, bytes, object_key)
    SELECT id, 'cdr', sha256('x'), 1, 'x' FROM ${table}`;
  await expect(query(cdr)).rejects.toThrow('is closed');
});

test('a number of the detached month is not issued again', async () => {
  const taken = await sell('nueva-1', { correlativo: 2 });
  expect([taken.status, Object.keys(taken.json.errores ?? {})]).toEqual([422, ['correlativo']]);
  const { rows } = await query('SELECT series, numbers::text FROM detached_numbers');
  expect(rows).toEqual([{ series: 'B001', numbers: '{[1,3)}' }]);
  const { rows: issued } = await query(
    `SELECT count(*)::int AS documents, count(DISTINCT number)::int AS numbers, min(number)
      FROM documents`,
  );
  expect(issued[0]).toMatchObject({ min: 3, documents: issued[0].numbers });
});

test('a batch that crosses the end of a month gives a number once', async () => {
  // every second id is one of the next month
  await query(`CREATE SEQUENCE turns; GRANT USAGE ON turns TO PUBLIC;
    ALTER FUNCTION document_id() RENAME TO present_id;
    CREATE FUNCTION document_id() RETURNS bigint LANGUAGE sql AS
      'SELECT present_id() + nextval(''turns'') % 2 * (31::bigint * 86400000 << 10)'`);
  const { rows } = await query(`SELECT last_number FROM series WHERE code = 'B001'`);
  const last: number = rows[0].last_number;
  const chosen = [1, 2, 3, 4].map((n) => last + 1 + n);
  const replies = await inOneBatch(() => [
    ...chosen.map((correlativo, n) => sell(`elegida-${n}`, { correlativo })),
    ...chosen.map((_, n) => sell(`siguiente-${n}`)),
  ]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 422]));
  const { rows: twice } = await query(
    'SELECT number FROM documents GROUP BY number HAVING count(*) > 1',
  );
  expect(twice).toEqual([]);
  await query(`DROP FUNCTION document_id(); ALTER FUNCTION present_id() RENAME TO document_id`);
});

/** Holds the series while a first sale waits for it, so that these form the next batch. */
async function inOneBatch<T>(sellAll: () => Promise<T>[]): Promise<T[]> {
  const holder = await environment.db.pool.connect();
  try {
    await holder.query(`BEGIN; SELECT FROM series WHERE code = 'B001' FOR UPDATE`);
    const first = sell('primera');
    await untilOneWaits();
    const others = sellAll();
    await environment.db.pool.query('SELECT pg_sleep(0.2)');
    await holder.query('COMMIT');
    expect((await first).status).toBe(201);
    return await Promise.all(others);
  } finally {
    holder.release();
  }
}

const untilOneWaits = () =>
  waitFor('a sale to wait', async () => {
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return ((await query(waiting)).rowCount ?? 0) > 0;
  });

test('a sale that waits for a migration is issued by the function of the migration', async () => {
  const { rows } = await query(`SELECT pg_get_functiondef('issue_batch'::regproc) AS text`);
  const before: string = rows[0].text;
  const migration = await environment.db.pool.connect();
  await migration.query('BEGIN; LOCK TABLE series IN SHARE ROW EXCLUSIVE MODE');
  const sale = sell('durante-una-migracion');
  await untilOneWaits();
  await migration.query('ALTER TABLE documents RENAME request_id TO request_word');
  await migration.query(before.replaceAll('request_id', 'request_word'));
  await migration.query('COMMIT');
  migration.release();
  expect((await sale).status).toBe(201);
  await query(`ALTER TABLE documents RENAME request_word TO request_id; ${before}`);
});

test('documents of the detached month are not missing', async () => {
  const { rows } = await query('SELECT min(document_id)::text AS id FROM "references"');
  const missing = await query('SELECT missing_documents(ARRAY[$1::bigint, 1024::bigint << 40])', [
    rows[0].id,
  ]);
  expect(missing.rowCount).toBe(1);
});

test('workers analyze a partitioned table that grew, once', async () => {
  const statistics = `SELECT FROM pg_stats WHERE schemaname = 'public' AND tablename = 'attempts'
    AND attname = 'step' AND inherited`;
  expect((await query(statistics)).rowCount).toBe(0);
  await query(`
    SELECT pg_stat_force_next_flush();
    INSERT INTO attempts (document_id, business_id, attempt, step)
    SELECT document_id(), ${tenant.id}, n, 'accepted' FROM generate_series(1, 500) AS n`);
  const working = await environment.work();
  await waitFor('statistics of attempts', async () => (await query(statistics)).rowCount === 1);
  await working.stop();
  const worker = createDb(programUrl(environment.databaseUrl, 'worker'));
  expect(await analyzeDocuments(worker)).not.toContain('attempts');
  await worker.close();
});

test('a sale of a month that was not made ahead is issued', async () => {
  const { rows } = await query('SELECT month FROM document_months WHERE detached_at IS NULL');
  for (const { month: made } of rows)
    for (const table of [...TABLES].reverse())
      await query(`DROP TABLE partitions.${table}_${made.replace('-', '_')}`);
  await query('DELETE FROM document_months WHERE detached_at IS NULL');
  // a busy machine may refuse the call while it makes the months
  await untilIssued(() => sell('sin-mes'));
  const made = await query('SELECT month FROM document_months WHERE detached_at IS NULL');
  // one more when a month has begun since
  expect(made.rowCount).toBeGreaterThanOrEqual(rows.length);
});
