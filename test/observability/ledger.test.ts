/**
 * The metrics of two APIs and two workers after a load are those of its ledger: the calls that the
 * test made, the rows of the database and the receipts of the authority. A counter must neither
 * miss a kind of answer nor count one twice.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import type { Reply } from '../support/httpClient.js';
import { aReference, type Body } from '../support/saleBody.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

/** Amounts by name. */
type Counts = Record<string, number>;

let environment: TestEnvironment;
let tenant: Tenant;
let apis: ApiProcess[];
let workers: Awaited<ReturnType<TestEnvironment['work']>>[];
const ids: number[] = [];
/** By the API that was called: its calls by route, method and status. */
const calls: Counts[] = [{}, {}];

const add = (counts: Counts, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Makes a call at one of the APIs, and writes it down. */
async function at(
  place: number,
  call: (api: ApiProcess) => Promise<Reply>,
  [method, route]: [string, string],
): Promise<Reply> {
  const reply = await call(apis[place % 2] as ApiProcess);
  add(calls[place % 2] as Counts, `${route} ${method} ${reply.status}`);
  return reply;
}

/** Issues a boleta whose client chooses what the authority does. */
const sell = (place: number, reference: string, client: string, change: Body = {}) =>
  at(
    place,
    ({ boleta }) =>
      boleta(
        tenant.credentials,
        { cliente: { tipo_doc: '1', num_doc: client, razon_social: 'Quispe' }, ...change },
        reference,
      ),
    ['POST', '/v1/boletas'],
  );

/**
 * What the authority does with the sales: accepts, observes, rejects, cuts the connection after it
 * registered them, answers 503 or 0130, has another document under their number, signs the CDR as a
 * stranger or wrongly, refuses the certificate.
 */
const CLIENTS = [
  ...Array.from({ length: 12 }, () => '45678912'),
  ...['02', '03', '08', '14', '21', '26', '31', '32'].map((digits) => `999900${digits}`),
];

beforeAll(async () => {
  environment = await startEnvironment();
  const { db, databaseUrl, redisUrl, filesDir } = environment;
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    RAFAGA_HOME: path.dirname(filesDir),
  };
  tenant = await createTenant(db, { printFormats: ['a4'] });
  apis = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  await issueAll();
  // these were sent too late, as if the authority had been away for days
  await db.pool.query(
    `UPDATE emissions SET deadline = current_date - 3 WHERE document_id = ANY ($1)`,
    [ids.slice(0, 2)],
  );
  workers = await Promise.all([1, 2].map(() => environment.work()));
  await environment.untilEnded(ids);
  await printed();
  await readAll();
});
afterAll(async () => {
  await Promise.all(apis.map(({ end }) => end('SIGTERM')));
  await environment.stop();
});

async function issueAll(): Promise<void> {
  for (const [place, client] of CLIENTS.entries()) {
    const reference = aReference();
    const { status, json } = await sell(place, reference, client);
    expect(status).toBe(201);
    ids.push(json.datos.id);
    // the same sale again, at the other API; the same reference for another sale
    if (place % 4 === 0)
      expect((await sell(place + 1, reference, client)).json.datos.id).toBe(json.datos.id);
    if (place % 5 === 0) expect((await sell(place, reference, '41234567')).status).toBe(409);
    if (place % 3 === 0)
      expect((await sell(place, aReference(), client, { items: [] })).status).toBe(422);
  }
}

/** Resolves when each accepted or rejected document has its PDF. */
const printed = () =>
  waitFor('the PDFs', async () => {
    const { outcomes, pdfs } = await one<{ outcomes: number; pdfs: number }>(`
      SELECT (SELECT count(*)::int FROM outcomes WHERE state IS NOT NULL) AS outcomes,
        (SELECT count(*)::int FROM files WHERE kind = 'pdf-a4') AS pdfs`);
    return outcomes === pdfs;
  });

async function readAll(): Promise<void> {
  const stranger = { 'X-Api-Key': 'no', 'X-Api-Secret': 'no' };
  for (const [place, id] of [...ids, 77].entries()) {
    const { credentials } = place % 7 === 6 ? { credentials: stranger } : tenant;
    for (const [route, file] of [
      ['/v1/boletas/:id', ''],
      ['/v1/boletas/:id/xml', '/xml'],
      ['/v1/boletas/:id/cdr', '/cdr'],
      ['/v1/boletas/:id/pdf', '/pdf'],
    ] as const)
      await at(place, ({ get }) => get(`/v1/boletas/${id}${file}`, credentials), ['GET', route]);
  }
}

async function one<R>(text: string): Promise<R> {
  return (await environment.db.pool.query(text)).rows[0] as R;
}

/** The counts of a query with the columns name and count. */
async function ledger(text: string): Promise<Counts> {
  const { rows } = await environment.db.pool.query<{ name: string; count: number }>(text);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** The series of a metric, by the values of its labels in the order of `labels`; no zeros. */
function series(pages: readonly string[], metric: string, labels: readonly string[]): Counts {
  const found: Counts = {};
  for (const [, text = '', value] of pages.flatMap((page) => [
    ...page.matchAll(new RegExp(`^${metric}(?:\\{(.*)\\})? (\\S+)$`, 'gm')),
  ])) {
    const of = (label: string) => new RegExp(`${label}="([^"]*)"`).exec(text)?.[1] ?? '';
    const name = labels.map(of).join(' ');
    if (Number(value) !== 0) found[name] = (found[name] ?? 0) + Number(value);
  }
  return found;
}

const ofApi = async (place: number) =>
  (await fetch(`http://127.0.0.1:${apis[place]?.healthPort}/metrics`)).text();
const ofWorkers = () => Promise.all(workers.map((worker) => worker.metrics()));
const counted = async (metric: string, ...labels: string[]) =>
  series(await ofWorkers(), metric, labels);

test.each([0, 1])('API %i counts its requests by route, method and status', async (place) => {
  const requests = 'rafaga_http_request_duration_seconds_count';
  const found = series([await ofApi(place)], requests, ['route', 'method', 'status']);
  expect(found).toEqual(calls[place]);
  const statuses = new Set(Object.keys(found).map((name) => name.split(' ')[2]));
  expect([...statuses].sort()).toEqual(['200', '201', '401', '404', '409', '422']);
});

test('settled documents are counted by state and term, with their delay', async () => {
  const settled = await counted('rafaga_documents_settled_total', 'state', 'term');
  expect(settled).toEqual(
    await ledger(`
      SELECT o.state || CASE WHEN o.document_id = ANY ('{${ids.slice(0, 2)}}') THEN ' missed'
        ELSE ' kept' END AS name, count(*)::int FROM outcomes o WHERE o.state IS NOT NULL
      GROUP BY 1`),
  );
  expect(Object.keys(settled).sort()).toEqual([
    'accepted kept',
    'accepted missed',
    'rejected kept',
  ]);
  const sum = Object.values(settled).reduce((all, count) => all + count, 0);
  expect(await counted('rafaga_settlement_delay_seconds_count')).toEqual({ '': sum });
});

test('attempts are counted by how they ended, waits by class, reviews by reason', async () => {
  const attempts = await counted('rafaga_attempt_duration_seconds_count', 'result');
  expect(attempts).toEqual(
    await ledger(`
      SELECT CASE step WHEN 'waiting' THEN 'wait' WHEN 'review' THEN 'review' ELSE 'settle' END
        AS name, count(*)::int FROM attempts
      WHERE step IN ('waiting', 'review', 'accepted', 'rejected') GROUP BY 1`),
  );
  expect(await counted('rafaga_waits_total', 'class')).toEqual(
    await ledger(`
      SELECT split_part(detail, ':', 1) AS name, count(*)::int FROM attempts
      WHERE step = 'waiting' GROUP BY 1`),
  );
  const reviews = await counted('rafaga_reviews_total', 'reason');
  const open = `SELECT review_reason AS name, count(*)::int FROM emissions GROUP BY 1`;
  expect(reviews).toEqual(await ledger(open));
  expect(Object.keys(reviews).sort()).toEqual(['cdr_signature', 'foreign_number']);
  expect(await counted('rafaga_leases_lost_total')).toEqual({});
});

test('each request that an authority received is counted once', async () => {
  const answer = await fetch(`${environment.simulatorUrl}/control/ledger`);
  const receipts = (await answer.json()) as { service: string }[];
  const received: Counts = {};
  for (const { service } of receipts) if (service !== 'otro-sistema') add(received, service);
  const requests = await counted('rafaga_sunat_request_duration_seconds_count', 'operation');
  expect(requests).toEqual(received);
  expect(requests.sendBill).toBeGreaterThan(CLIENTS.length);
});

test('CDRs are counted by their signature, files by what they are', async () => {
  const signatures = await counted('rafaga_cdr_signatures_total', 'result');
  expect(signatures).toEqual(
    await ledger(`
      SELECT name, count(*)::int FROM (
        SELECT cdr_signature AS name FROM outcomes WHERE cdr_signature IS NOT NULL
        UNION ALL SELECT cdr_signature FROM pending_cdrs) AS c GROUP BY 1`),
  );
  expect(Object.keys(signatures).length).toBe(3);
  // an XML is read from its ZIP
  const stored = await ledger(`
    SELECT CASE WHEN kind LIKE 'pdf%' THEN 'pdfs' ELSE 'documents' END AS name,
      count(*)::int FROM files WHERE kind <> 'xml' GROUP BY 1`);
  expect(await counted('rafaga_pack_files_total', 'content')).toEqual(stored);
  expect(await counted('rafaga_pdfs_total', 'result')).toEqual({ stored: stored.pdfs });
});

test('what is open is what the database has open', async () => {
  const reviews = await ledger(
    'SELECT review_reason AS name, count(*)::int FROM emissions GROUP BY 1',
  );
  const gauges = async (name: string, label: string) =>
    series([(await ofWorkers())[0] ?? ''], name, [label]);
  // the workers share what they read for ten seconds
  let found: Counts = {};
  await waitFor(
    () => `the reviews, ${JSON.stringify(found)}`,
    async () => {
      found = await gauges('rafaga_references_stuck', 'reason');
      return isDeepStrictEqual(found, reviews);
    },
  );
  expect(await gauges('rafaga_documents_open', 'stage')).toEqual({});
  expect(await gauges('rafaga_leases_held', '')).toEqual({});
  expect(await gauges('rafaga_queue_jobs', 'queue')).toEqual({});
});
