/**
 * Fills a database with a year of sales of many businesses, one of them a large chain, generated in
 * SQL; records the statements that the panel sends, and finds the sequential scans in their plans.
 */
import pg from 'pg';

/** One sale of five lines, as the database stores it. */
const SALE = JSON.stringify({
  kind: 'boleta',
  operation: '0101',
  currency: 'PEN',
  pricesIncludeTax: true,
  payment: 'cash',
  instalments: [],
  client: { documentType: '1', document: '45678912', name: 'María Ñahui Quispe' },
  lines: Array.from({ length: 5 }, (_, at) => ({
    code: `SKU-${at}`,
    description: `Producto de medida número ${at}`,
    unit: 'NIU',
    quantity: '1',
    unitPrice: '23.60',
    affectation: '10',
    allowances: [],
  })),
});
const TOTALS = JSON.stringify({ taxed: '100.00', igv: '18.00', payable: '118.00' });

/** The time of the nth document, from a year ago on; its id contains it. */
const AT =
  `now() - interval '365 days' + (interval '365 days' - interval '1 hour') * ` + `(n::float8 / $1)`;
const ID = `(((extract(epoch FROM ${AT}) * 1000)::bigint - 1704067200000) << 10 | (n & 1023))`;
/** The business of the nth document: every third one belongs to the chain (business 1). */
const OF = '(CASE WHEN n % 3 = 0 THEN 1 ELSE 2 + n % ($2 - 1) END)';
const KIND = `(CASE WHEN n % 20 = 0 THEN 'factura' ELSE 'boleta' END)`;
const KEY = `(CASE WHEN n % 3 = 0 THEN 'POS-17-2026-' || lpad(n::text, 9, '0')
  WHEN n % 3 = 1 THEN 'venta-' || n
  ELSE md5(n::text)::uuid::text END)`;
/** One of seventy of those that are answered is rejected. */
const STATE = `(CASE WHEN n % 70 = 1 THEN 'rejected' ELSE 'accepted' END)`;

/** The table of all documents, in their order, from which the others are filled. */
const DATASET = [
  `INSERT INTO businesses (ruc, legal_name, state)
    SELECT '20' || lpad((500000000 + n)::text, 9, '0'), 'Comercial ' || n || ' S.A.C.', 'active'
      FROM generate_series(1, $2::int) AS n WHERE $1 > 0 AND $3 > 0`,
  `INSERT INTO series (business_id, environment, kind, code)
    SELECT b.id, b.environment, k.kind, k.code FROM businesses b,
    (VALUES ('boleta', 'B001'), ('factura', 'F001')) AS k (kind, code) WHERE $1 + $2 + $3 > 0`,
  `CREATE TABLE dataset AS SELECT n, ${ID} AS id, ${AT} AS at, ${OF} AS business_id,
    ${KIND} AS kind, ${KEY} AS key, n % $3 = 0 AS open,
    row_number() OVER (PARTITION BY ${OF}, ${KIND} ORDER BY n)::int AS number
      FROM generate_series(1, $1::int) AS n ORDER BY n`,
];
/** Of the rows that nothing but a page lists, a million at most. */
const SOME = 'n % (1 + ($1 - 1) / 1000000) = 0';
const CLIENT = `lpad((n % 5000000 + 10000000)::text, 8, '0')`;

const DOCUMENTS = [
  `INSERT INTO documents (id, business_id, environment, kind, series, number, reference,
      issue_date, currency, client_document_type, client_document,
      client_name, total, sale, totals, answer, request_id, created_at)
    SELECT id, business_id, 'simulator', kind, CASE kind WHEN 'boleta' THEN 'B001' ELSE 'F001' END,
      number, key, at::date, 'PEN', '1', ${CLIENT}, 'María Ñahui Quispe', 118, $4::json, $5::json,
      '{"estado":"exito","datos":{"id":' || id || '}}', 'req-' || md5('r' || n), at FROM dataset`,
];
const OTHERS = [
  `INSERT INTO "references" (business_id, key, hash, document_id, created_at)
    SELECT business_id, key, sha256(key::bytea), id, at FROM dataset`,
  `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, sent_at, state,
      code, description, settled_at)
    SELECT id, business_id, '{"ruc":"20500000001","name":"Comercial"}', md5(key), 'qr', at, at,
      ${STATE}, CASE ${STATE} WHEN 'accepted' THEN '0' ELSE '2335' END, 'Respuesta',
      at + interval '2 seconds'
    FROM dataset WHERE NOT open`,
  `INSERT INTO attempts (document_id, business_id, attempt, step, code, took_ms, worker, at)
    SELECT id, business_id, 1, CASE WHEN open THEN 'review' ELSE ${STATE} END,
      CASE WHEN open THEN '9999' WHEN ${STATE} = 'accepted' THEN '0' ELSE '2335' END, 300, 'w1', at
    FROM dataset`,
  `INSERT INTO files (document_id, kind, sha256, bytes, object_key, created_at)
    SELECT id, 'xml', sha256(key::bytea), 7000, 'xml/' || id, at FROM dataset WHERE NOT open`,
  // half of the open documents are in review, the others wait for an answer or for a worker
  `INSERT INTO emissions (document_id, business_id, destination, stage, attempts, sends, next_at,
      intent_at, retry_class, last_code, last_error,
      review_reason, deadline, created_at)
    SELECT id, business_id, 'simulator',
      CASE k WHEN 0 THEN 'sending' WHEN 1 THEN 'recorded' ELSE 'review' END, 3 * (k <> 1)::int,
      (k <> 1)::int, now(),
      CASE WHEN k <> 1 THEN at END, CASE WHEN k = 0 THEN 'unknown' END,
        CASE WHEN k > 1 THEN '9999' END, 'algo que nadie conoce',
      CASE k WHEN 2 THEN 'unknown_code' WHEN 3 THEN 'crashes' END,
      (at + interval '7 days')::date, at
    FROM (SELECT *, n / $3 % 4 AS k FROM dataset WHERE open) AS o ORDER BY id`,
  `INSERT INTO audit (actor, action, business_id, document_id, reason, at)
    SELECT 'cli:bench', 'document.reveal', business_id, id, 'medida', at
    FROM dataset WHERE ${SOME}`,
  `INSERT INTO refused_requests (business_id, credential_id, at, call, status, code, request_id,
      took_ms)
    SELECT business_id, 1, at, 'POST /v1/boletas', 422, 'datos_invalidos', 'req-' || n, 3
      FROM dataset WHERE number <= 1000 AND ${SOME}`,
  // as a worker leaves it: all but the newest hundred can be searched
  `INSERT INTO clients (business_id, document, name)
    SELECT DISTINCT business_id, ${CLIENT}, (SELECT search_name('María Ñahui Quispe'))
    FROM dataset`,
  `INSERT INTO document_search (business_id, document_id, client_id, total)
    SELECT d.business_id, d.id, c.id, 118 FROM dataset d JOIN clients c
      ON c.document = ${CLIENT} AND c.business_id = d.business_id
    WHERE n <= $1 - 100 ORDER BY n`,
  `UPDATE document_search_progress
    SET searchable_to = (SELECT coalesce(max(document_id), 0) FROM document_search)`,
  // as workers have counted them; a chart of a filled database shows no times
  `INSERT INTO hourly_statistics (hour, authority, measure, result, count)
    SELECT date_trunc('hour', at), 'simulator', m.measure,
      CASE m.measure WHEN 'settled' THEN ${STATE} ELSE '' END, count(*)
    FROM dataset, (VALUES ('issued'), ('settled')) AS m (measure)
    WHERE m.measure = 'issued' OR NOT open GROUP BY 1, 3, 4`,
  `UPDATE statistics_progress
    SET document_id = (SELECT max(id) FROM dataset), attempt_id = (SELECT max(id) FROM attempts)`,
  `UPDATE series s SET last_number = c.last
      FROM (SELECT business_id, kind, max(number) AS last FROM dataset GROUP BY 1, 2) AS c
    WHERE s.business_id = c.business_id AND s.kind = c.kind`,
];

/** Instead of the first month, which has all earlier documents, a month for each of the year. */
export const YEAR_OF_MONTHS = `
  DO $do$
  DECLARE
    first text := (SELECT min(month) FROM document_months);
    name text;
  BEGIN
    FOREACH name IN ARRAY ARRAY['files', 'attempts', 'outcomes', 'documents'] LOOP
      EXECUTE format('DROP TABLE partitions.%I', name || '_' || replace(first, '-', '_'));
    END LOOP;
    DELETE FROM document_months WHERE month = first;
    PERFORM make_document_month(m::date) FROM generate_series(
      date_trunc('month', now() AT TIME ZONE 'America/Lima' - interval '366 days'),
      to_date(first, 'YYYY-MM'), interval '1 month') AS m;
  END $do$`;

/**
 * Fills an empty database.
 * @param dataset { documents, businesses, stuckEvery, months }: one of `stuckEvery` documents is
 * open; with `months` each month of the year has partitions of its own, else one has them all
 */
export async function fillDataset(databaseUrl, { documents, businesses, stuckEvery, months }) {
  const values = [documents, businesses, stuckEvery, SALE, TOTALS].map(literal);
  const run = async (steps) => {
    const client = await fillingClient(databaseUrl);
    for (const step of steps)
      await client.query(step.replaceAll(/\$(\d)/g, (_, place) => values[place - 1]));
    await client.end();
  };
  const client = await fillingClient(databaseUrl);
  if (months) await client.query(YEAR_OF_MONTHS);
  // an index that is built at the end is sorted once, instead of read and written for each row
  const indexes = await dropIndexes(client);
  await run(DATASET);
  await Promise.all([run(DOCUMENTS), run(OTHERS)]);
  for (const definition of indexes) await client.query(definition);
  await client.query('VACUUM (ANALYZE)');
  await client.end();
}

async function fillingClient(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // the rows are consistent, so that foreign keys need no check for each row
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off;
    SET synchronize_seqscans = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'`);
  return client;
}

/**
 * Drops the indexes of the large tables, without those that a foreign key needs.
 * @returns the statements that create them again
 */
async function dropIndexes(client) {
  const { rows } = await client.query(`
    SELECT i.indexrelid::regclass::text AS name, t.oid::regclass::text AS on, k.conname,
      pg_get_indexdef(i.indexrelid) AS definition, pg_get_constraintdef(k.oid) AS condef
    FROM pg_index i
    JOIN pg_class t ON t.oid = i.indrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = t.oid
    WHERE (t.relnamespace = 'public'::regnamespace AND t.relname = ANY ('{documents,references,
        outcomes,attempts,files,emissions,audit,refused_requests,clients,document_search}')
      OR t.relnamespace = 'partitions'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_inherits p WHERE p.inhrelid = i.indexrelid))
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid IN (
        SELECT i.indexrelid UNION ALL
        SELECT p.inhrelid FROM pg_inherits p WHERE p.inhparent = i.indexrelid))`);
  for (const { name, on, conname } of rows)
    await client.query(
      conname ? `ALTER TABLE ${on} DROP CONSTRAINT "${conname}"` : `DROP INDEX ${name}`,
    );
  return rows.map(({ on, conname, condef, definition }) =>
    conname
      ? `ALTER TABLE ${on} ADD CONSTRAINT "${conname}" ${condef}`
      : definition.replace(' ON ONLY ', ' ON '),
  );
}

const literal = (value) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

/** @returns `count` documents of the dataset, from any time of its year, the chain's first */
export async function sampleDocuments(databaseUrl, count) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT c.id::text, c.key, c.number, c.kind, b.ruc, 'req-' || md5('r' || c.n) AS request,
        lpad((c.n % 5000000 + 10000000)::text, 8, '0') AS client, c.open FROM dataset c
          JOIN businesses b ON b.id = c.business_id
      WHERE c.n IN (SELECT (1 + (hashint8(g) & 2147483647) % (SELECT count(*) FROM dataset))::int
        FROM generate_series(1, $1::int) AS g) ORDER BY c.business_id, c.n`,
    [count],
  );
  await client.end();
  return rows;
}

/**
 * Records every statement that this process sends from now on: `recorded` has { text, values } by
 * text, with the values of its first use.
 */
export function recordStatements() {
  const recorded = new Map();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(config, values, ...rest) {
    const text = typeof config === 'string' ? config : config?.text;
    if (text && !recorded.has(text))
      recorded.set(text, { text, values: (Array.isArray(values) ? values : config.values) ?? [] });
    return query.call(this, config, values, ...rest);
  };
  return {
    recorded,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}

/**
 * The tables with more rows than that.
 * @returns a set of their names
 */
export async function tablesAbove(databaseUrl, rows) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('ANALYZE');
  const found = await client.query(
    `SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND reltuples > $1`,
    [rows],
  );
  await client.end();
  return new Set(found.rows.map(({ relname }) => relname));
}

/**
 * The sequential scans in the plans of the statements, custom and generic ones.
 * @returns [{ table, mode, text }]
 */
export async function sequentialScans(databaseUrl, statements) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found = [];
  const { rows: tables } = await client.query('SELECT relname FROM pg_class WHERE reltuples > 0');
  const filled = new Set(tables.map(({ relname }) => relname));
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`SET plan_cache_mode = ${mode}`);
    for (const { text, values } of statements) {
      if (!/^\s*(WITH|SELECT|UPDATE|DELETE|\()/i.test(text)) continue;
      const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
      // a month without documents may be read as a whole
      for (const table of scanned(rows[0]['QUERY PLAN'][0].Plan).filter((name) => filled.has(name)))
        found.push({ table: table.replace(MONTH, ''), mode, text });
    }
  }
  await client.end();
  return found;
}

/** The end of the name of a partition. */
const MONTH = /_\d{4}_\d\d$/;

function scanned(node) {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scanned)];
}
