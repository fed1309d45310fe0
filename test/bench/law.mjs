/**
 * Measures how many sales a second the review by the rules of 2027-01-01 makes from the database,
 * beside reading the same rows alone. One product in ten has a rate that ends on that day.
 *
 * npm run bench -- law [--sales 100000] [--json]
 */
import { randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { reviewBusiness } from '@rafaga/db';
import { price, totalsJson } from '@rafaga/fiscal';
import { cpuMs, parentOf, rssMb, treeMs } from './tools/cpu.mjs';
import { openDb } from './tools/openDb.mjs';

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.sales);
const DAY = '2027-01-01';
/** One sale in so many has the special rate. */
const SPECIAL_EVERY = 10;
/** Of each sale; those of the special rate have one. */
const LINES = 5;
const PRODUCTS = 200;

const db = openDb(process.env.DATABASE_URL, { max: 2 });
const postmaster = parentOf((await db.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);

/** A sale as the database stores it; the product's number stands for «@». */
function stored(igvPercent, lines) {
  const sale = {
    kind: 'boleta',
    series: 'B001',
    issueDate: '2026-12-01',
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
    client: { documentType: '1', document: '45678912', name: 'María Ñahui Quispe' },
    lines: Array.from({ length: lines }, (_, at) => ({
      code: `SKU-${at}-@`,
      description: 'Producto de medida',
      unit: 'NIU',
      quantity: '2',
      unitPrice: '23.60',
      affectation: '10',
      allowances: [],
      igvPercent,
    })),
  };
  const totals = totalsJson(price(sale).totals);
  return { sale: JSON.stringify(sale), totals: JSON.stringify(totals), payable: totals.payable };
}

/** The sales of the last 29 days, one of ten with the special rate; their ids hold their times. */
async function fill() {
  const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
  const { rows } = await db.pool.query(
    `INSERT INTO businesses (ruc, legal_name, state)
      VALUES ($1, 'Cadena de Medida S.A.C.', 'active')
      RETURNING id, ruc, environment, exoneration_allowed AS "exonerationAllowed"`,
    [ruc],
  );
  const [usual, special] = [stored('18', LINES), stored('10.5', 1)];
  const filling = await db.pool.connect();
  await filling.query('SET session_replication_role = replica; SET synchronous_commit = off');
  await filling.query(
    `INSERT INTO documents (id, business_id, environment, kind, series, number, reference,
        issue_date, currency, client_document_type, client_document, client_name, total, sale,
        totals, answer, request_id)
      SELECT ((extract(epoch FROM at) * 1000)::bigint - 1704067200000) << 10 | (n & 1023), $1, $2,
        'boleta', 'B001', n, 'venta-' || n, at::date, 'PEN', '1', '45678912', 'María Ñahui Quispe',
        (CASE WHEN n % $4 = 0 THEN $9 ELSE $6 END)::numeric,
        replace(CASE WHEN n % $4 = 0 THEN $7 ELSE $5 END, '@', (n % $11)::text)::json,
        (CASE WHEN n % $4 = 0 THEN $10 ELSE $8 END)::json, '{}', 'req-' || n
      FROM (SELECT n, now() - interval '29 days' * (1 - n::float8 / $3) AS at
        FROM generate_series(1, $3::int) AS n) AS made`,
    [
      ...[rows[0].id, rows[0].environment, count, SPECIAL_EVERY],
      ...[usual.sale, usual.payable, special.sale, usual.totals, special.payable, special.totals],
      PRODUCTS,
    ],
  );
  await filling.query(
    `WITH client AS (INSERT INTO clients (business_id, document, name)
        VALUES ($1, '45678912', 'MARIA') RETURNING id)
      INSERT INTO document_search (business_id, document_id, client_id, total)
      SELECT $1, d.id, client.id, d.total FROM documents d, client WHERE d.business_id = $1`,
    [rows[0].id],
  );
  await filling.query('RESET session_replication_role');
  await filling.query('ANALYZE documents, document_search');
  filling.release(true);
  return rows[0];
}

/** Runs `work` and gives sales a second, CPU a sale, and the largest memory seen. */
async function measured(work) {
  const clock = () => [cpuMs(process.pid), treeMs(postmaster)];
  let memory = rssMb(process.pid);
  const sampling = setInterval(() => {
    memory = Math.max(memory, rssMb(process.pid));
  }, 100);
  const [before, began] = [clock(), performance.now()];
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const [own, postgres] = clock().map((ms, at) => Math.round(((ms - before[at]) / count) * 1000));
  clearInterval(sampling);
  return {
    result,
    seconds,
    perSecond: Math.round(count / seconds),
    cpuMicroseconds: own,
    postgresMicroseconds: postgres,
    rssMb: Math.round(memory),
  };
}

/** The same rows, parsed by the driver and not judged. */
async function readAlone({ id }) {
  let last = '0';
  for (;;) {
    const { rows } = await db.pool.query(
      `SELECT id, sale, totals FROM documents WHERE business_id = $1 AND id > $2
        ORDER BY id LIMIT 200`,
      [id, last],
    );
    if (rows.length === 0) return;
    last = rows.at(-1).id;
  }
}

const business = await fill();
const reference = await measured(() => readAlone(business));
const { result, ...review } = await measured(() =>
  reviewBusiness(db, business, { day: DAY, now: new Date() }),
);
const { counts, rows } = result;
const machine = `${cpus()[0].model} × ${cpus().length}, Node ${process.version}`;
const line = (name, { seconds, perSecond, cpuMicroseconds, postgresMicroseconds, rssMb: memory }) =>
  `${name}: ${perSecond} sales/s (${seconds.toFixed(1)} s)  CPU a sale ${cpuMicroseconds} µs, ` +
  `PostgreSQL ${postgresMicroseconds} µs  memory ${memory} MB`;
if (values.json) console.log(JSON.stringify({ machine, reference, review, counts }, null, 2));
else {
  console.log(machine);
  console.log(line('read alone', reference));
  console.log(line('reviewed', review));
  console.log(
    `${counts.sales} sales: ${counts.refused} refused, ${counts.dearer} dearer, in ` +
      `${rows.length} rows; 100,000 sales would take ${(100_000 / review.perSecond).toFixed(0)} s`,
  );
}
await db.close();
