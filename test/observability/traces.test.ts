/** Tests the traces of sales: spans, their parents and links, as a collector receives them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keepPendingCdr } from '@rafaga/db';
import { createLogger } from '@rafaga/runtime';
import type { WorkerHooks } from '@rafaga/worker';
import type { Calls } from '../support/api.js';
import { startApiProcess } from '../support/apiProcess.js';
import { aCredential } from '../support/business.js';
import { aBoleta, aReference } from '../support/saleBody.js';
import { type Sold, sell } from '../support/sell.js';
import { aSender, type Sender } from '../support/senders.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/traceCollector.js';
import { waitFor } from '../support/waitFor.js';

let collector: TraceCollector;
let environment: TestEnvironment;
let api: Calls;
let sender: Sender;
let credentials: Record<string, string>;
const lines: Record<string, unknown>[] = [];
/** Documents without what their PDF shows. */
const undrawable = { has: (_id: number) => false };
const UNDRAWABLE = `UPDATE outcomes SET issuer = 'null' WHERE document_id = $1`;
beforeAll(async () => {
  collector = await startTraceCollector();
  environment = await startEnvironment({ tracing: collector.env });
  sender = await aSender(environment.db, { printFormats: ['a4'], ratePerMinute: 10_000 });
  ({ credentials } = await aCredential(environment.db, sender.id));
  await environment.db.pool.query(
    `INSERT INTO document_traces VALUES (first_document_id(current_date - 70), '${OLD}')`,
  );
  const log = createLogger('worker', { level: 'debug' });
  for (const transport of log.transports) transport.silent = true;
  log.on('data', (line) => lines.push(line));
  const checkpoint: WorkerHooks['checkpoint'] = async (ended, id) => {
    if (ended === 'intended' && undrawable.has(id))
      await environment.db.pool.query(UNDRAWABLE, [id]);
  };
  await environment.work({ checkpoint }, {}, log);
  api = await environment.api();
});
afterAll(async () => {
  await environment.stop();
  await collector.stop();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const OLD = `00-${TRACE}-${CALLER}-00`;

const issue = (headers: Record<string, string> = {}, reference = aReference()) =>
  api.post('/v1/boletas', { ...credentials, 'Idempotency-Key': reference, ...headers }, aBoleta());

const inTrace = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
const named = (spans: CollectedSpan[], name: string) => spans.filter((span) => span.name === name);
const one = (spans: CollectedSpan[], name: string) => named(spans, name)[0] as CollectedSpan;
const requestOf = (id: number) =>
  collector
    .spans()
    .find(({ kind, attributes }) => kind === 2 && attributes['rafaga.document.id'] === id);

const wholeTrace = (traceId: string) =>
  waitFor(
    () => `the PDF in the trace; it has: ${inTrace(traceId).map(({ name }) => name)}`,
    () => named(inTrace(traceId), 'draw PDF').length > 0 && inTrace(traceId),
  );

test('one trace has a sale from its request to its PDF, below the span of the caller', async () => {
  const requestId = 'pedido-con-traza-1';
  const reply = await issue({
    traceparent: `00-${TRACE}-${CALLER}-01`,
    'X-Request-Id': requestId,
  });
  expect(reply.status).toBe(201);
  const { id } = reply.json.datos;
  const spans = await wholeTrace(TRACE);
  const request = one(spans, 'POST /v1/boletas');
  expect(request).toMatchObject({
    service: 'rafaga-api',
    kind: 2,
    parentSpanId: CALLER,
    failed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/boletas',
      'http.response.status_code': 201,
      'rafaga.request.id': requestId,
      'rafaga.document.id': id,
    },
  });
  const attempt = one(spans, 'process document');
  expect(attempt).toMatchObject({
    service: 'rafaga-worker',
    kind: 5,
    parentSpanId: request.spanId,
    attributes: { 'rafaga.document.id': id, 'rafaga.outcome': 'settle' },
  });
  for (const step of ['sign', 'record intent', 'sendBill', 'store CDR', 'settle'])
    expect(one(spans, step)).toMatchObject({ parentSpanId: attempt.spanId, failed: false });
  expect(one(spans, 'sendBill')).toMatchObject({
    kind: 3,
    attributes: { 'rafaga.outcome': 'cdr' },
  });
  expect(one(spans, 'draw PDF').parentSpanId).toBe(request.spanId);
  const { rows } = await environment.db.pool.query(
    'SELECT traceparent FROM document_traces WHERE document_id = $1',
    [id],
  );
  expect(rows).toEqual([{ traceparent: `00-${TRACE}-${request.spanId}-01` }]);
  const own = lines.filter(({ documentId }) => documentId === id);
  expect(own.length).toBeGreaterThan(0);
  for (const line of own) expect(line).toMatchObject({ requestId, traceId: TRACE });
});

/** Locks the series until a statement waits for them: the sales that come meanwhile share one. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = await environment.db.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM series WHERE business_id = $1 FOR UPDATE', [sender.id]);
  const working = work();
  await waitFor('a statement that waits for the series', async () => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%issue_batch%'`,
    );
    return rowCount === 1;
  });
  await client.query('COMMIT');
  client.release();
  return working;
}

test('statements and jobs that several documents share are linked to all of them', async () => {
  const replies = await whileLocked(() => Promise.all(Array.from({ length: 40 }, () => issue())));
  const ids: number[] = replies.map((reply) => reply.json.datos.id);
  const requests = await waitFor('the spans of the requests', () => {
    const found = ids.map(requestOf);
    return found.every((span) => span !== undefined) && (found as CollectedSpan[]);
  });
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(ids.length);
  for (const { traceId } of requests) await wholeTrace(traceId);
  const all = collector.spans();
  const linked = (name: string) =>
    named(all, name)
      .flatMap(({ links }) => links)
      .map(({ traceId }) => traceId);
  const traceIds = requests.map(({ traceId }) => traceId);
  for (const shared of ['issue_batch', 'claim', 'mark_signed', 'settle', 'print'])
    expect([shared, ...linked(shared)]).toEqual(expect.arrayContaining([shared, ...traceIds]));
  const batches = named(all, 'issue_batch').filter(({ links }) => links.length > 1);
  expect(batches.length).toBeGreaterThan(0);
  for (const { links, parentSpanId, attributes } of batches) {
    expect(parentSpanId).toBe(links[0]?.spanId);
    expect(attributes['db.operation.batch.size']).toBe(links.length);
  }
  const jobs = new Map(named(all, 'print').map((span) => [span.spanId, span]));
  for (const { traceId } of requests) {
    const [job] = one(inTrace(traceId), 'draw PDF').links;
    expect(jobs.get(job?.spanId ?? '')?.links.map((link) => link.traceId)).toContain(traceId);
  }
});

/**
 * What happens to each sale once, whatever it waits for in between. On a busy machine an attempt
 * may end early: the next one signs again, and the CDR that came late is not stored by its step.
 */
const STEPS = ['POST /v1/boletas', 'record intent', 'sendBill', 'draw PDF'];

test('a collector counts each step of each sale once', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, () => issue()));
  const ids = replies.map((reply) => reply.json.datos.id);
  const stepsOf = (id: number) =>
    inTrace(requestOf(id)?.traceId ?? '').filter(({ failed }) => !failed);
  const missing = () =>
    ids.flatMap((id) => {
      const steps = stepsOf(id).map(({ name }) => name);
      return ['sign', ...STEPS].filter((name) => !steps.includes(name));
    });
  await waitFor(
    () => `each step of each sale; missing: ${missing()}`,
    () => missing().length === 0,
  );
  const counted = (id: number) =>
    stepsOf(id)
      .map(({ name }) => name)
      .filter((name) => STEPS.includes(name))
      .sort();
  for (const id of ids) expect([id, counted(id)]).toEqual([id, [...STEPS].sort()]);
  const sent = replies.map(({ json }) => `${sender.ruc}-03-${json.datos.numero_completo}`);
  for (const name of sent) expect(await environment.received(name)).toHaveLength(1);
});

test('a line about a PDF or a CDR outside of an attempt names request and trace', async () => {
  const requestId = 'pedido-sin-papel-1';
  const traceId = '5af7651916cd43dd8448eb211c803191';
  undrawable.has = () => true;
  const headers = { traceparent: `00-${traceId}-${CALLER}-00`, 'X-Request-Id': requestId };
  const { id } = (await issue(headers)).json.datos;
  const about = (message: string) =>
    waitFor(`a line: ${message}`, () =>
      lines.find((line) => line.documentId === id && line.message === message),
    );
  expect(await about('un PDF no se pudo dibujar o guardar')).toMatchObject({ requestId, traceId });
  undrawable.has = () => false;
  const fence = { documentId: id, businessId: sender.id, attempt: 1, worker: 'w' };
  const place = { sha256: Buffer.alloc(32), bytes: 9, sealed: Buffer.from('x') };
  const said = { state: 'rejected', code: '2335', description: 'no', notes: [] } as const;
  await keepPendingCdr(environment.db, fence, place, { ...said, notes: [] });
  await environment.db.pool.query('UPDATE pending_cdrs SET next_at = now()');
  const alarm = 'ALARMA: una constancia que llegó tarde contradice lo resuelto';
  expect(await about(alarm)).toMatchObject({ requestId, traceId, code: '2335' });
});

test('a trace that the caller does not sample is in the logs and has no span', async () => {
  const traceId = '1af7651916cd43dd8448eb211c80319d';
  const { json } = await issue({ traceparent: `00-${traceId}-${CALLER}-00` });
  await environment.until(json.datos.id, ({ files }) => files.length === 4);
  const own = () => lines.find(({ documentId }) => documentId === json.datos.id);
  expect(await waitFor('a line about the document', own)).toMatchObject({ traceId });
  expect(inTrace(traceId)).toEqual([]);
});

test('a call that is refused for its credentials decides nothing by its header', async () => {
  const refused = '3af7651916cd43dd8448eb211c80319f';
  const admitted = '4af7651916cd43dd8448eb211c803190';
  const headers = { 'X-API-Key': 'otra', 'X-API-Secret': 'otro' };
  const get = (traceId: string, own: Record<string, string>) =>
    api.get('/v1/boletas/1', { ...own, traceparent: `00-${traceId}-${CALLER}-01` });
  expect((await get(refused, headers)).status).toBe(401);
  expect((await get(admitted, credentials)).status).toBe(404);
  await waitFor('the span of the later call', () => inTrace(admitted)[0]);
  expect(inTrace(refused)).toEqual([]);
});

test('a traceparent that is not valid begins a trace, and a repeat keeps the first', async () => {
  const reference = aReference();
  const first = await issue({ traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` }, reference);
  const again = await issue({ traceparent: `00-${TRACE}-${CALLER}-01` }, reference);
  expect([first.status, again.status]).toEqual([201, 201]);
  const { id } = first.json.datos;
  const request = await waitFor('the span of the request', () => requestOf(id));
  expect(request.traceId).not.toMatch(/^0+$/);
  expect(request.parentSpanId).toBeUndefined();
  const spans = await wholeTrace(request.traceId);
  expect(one(spans, 'process document').parentSpanId).toBe(request.spanId);
});

test('a worker deletes the traces of old documents', async () => {
  await waitFor('no old trace', async () => {
    const { rows } = await environment.db.pool.query(
      'SELECT FROM document_traces WHERE traceparent = $1',
      [OLD],
    );
    return rows.length === 0;
  });
});

test('no span holds what a sale says or a credential', async () => {
  const sent = JSON.stringify(collector.spans());
  const { cliente } = aBoleta() as { cliente: { num_doc: string; razon_social: string } };
  for (const secret of [...Object.values(credentials), cliente.num_doc, cliente.razon_social])
    expect(sent).not.toContain(secret);
});

const processEnv = (change: Record<string, string>) => ({
  DATABASE_URL: environment.databaseUrl,
  REDIS_URL: environment.redisUrl,
  RAFAGA_HOME: `${environment.filesDir}-process`,
  ...change,
});

test('a process sends its last spans when it stops, as protobuf and with its headers', async () => {
  const traceId = '2af7651916cd43dd8448eb211c80319e';
  const process = await startApiProcess(
    processEnv({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=la-clave',
      OTEL_SERVICE_NAME: 'tienda',
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    }),
  );
  const headers = { ...credentials, traceparent: `00-${traceId}-${CALLER}-01` };
  expect((await process.boleta(headers)).status).toBe(201);
  expect(await process.end('SIGTERM')).toBe(0);
  const found = collector
    .requests()
    .filter(({ type, body }) => type.endsWith('protobuf') && body.includes(traceId, 0, 'hex'));
  expect(found).toEqual([expect.objectContaining({ key: 'la-clave' })]);
  expect(found[0]?.body.includes('tienda')).toBe(true);
});

test('a collector that never answers delays neither answers nor the stop', async () => {
  const silent = await startTraceCollector({ silent: true });
  const process = await startApiProcess(
    processEnv({
      OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_BSP_SCHEDULE_DELAY: '1',
      OTEL_BSP_MAX_QUEUE_SIZE: '2',
    }),
  );
  const sold: Sold[] = [];
  await sell(process.port, credentials, sold, () => sold.length === 5);
  await environment.untilEnded(sold.map(({ id }) => id));
  expect(await process.end('SIGTERM')).toBe(0);
  expect(silent.requests().length).toBeGreaterThan(0);
  await silent.stop();
});
