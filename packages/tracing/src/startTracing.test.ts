/** Tests what a collector that is absent costs: its spans, one line, and a bounded stop. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { createLogger } from '@rafaga/runtime';
import { waitFor } from '../../../test/support/waitFor.js';
import { startTracing } from './startTracing.js';
import type { Tracing } from './tracing.js';

const QUEUE = 40;
const BATCH = 10;
const SPANS = 2_000;

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)));
  server = undefined;
  delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
});

/** @returns the address of a server; closed again, its port refuses connections */
async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const opened = createServer(handler);
  server = opened;
  await new Promise<void>((listening) => opened.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;
}

async function traceTo(endpoint: string) {
  const log = createLogger('api');
  for (const transport of log.transports) transport.silent = true;
  const lines: { level: string; message: string; error?: unknown }[] = [];
  log.on('data', (line) => lines.push(line));
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '5',
    OTEL_BSP_MAX_QUEUE_SIZE: `${QUEUE}`,
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: `${BATCH}`,
  };
  return { tracing: (await startTracing('api', env, log)) as Tracing, lines };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Spans as requests make them, in many turns of the event loop. */
async function record(tracing: Tracing): Promise<void> {
  for (let done = 0; done < SPANS; done += 100) {
    for (let i = 0; i < 100; i++) tracing.start('POST').end();
    await turn();
  }
}

const spansIn = (body: string): number => body.split('"spanId"').length - 1;

test('a collector that never answers holds no more spans than queue and batch', async () => {
  const bodies: string[] = [];
  // later than the end of this test
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '30000';
  const unanswered: ServerResponse[] = [];
  const endpoint = await listen(async (req, res) => {
    unanswered.push(res);
    bodies.push(String(await buffer(req)));
  });
  const { tracing, lines } = await traceTo(endpoint);
  await record(tracing);
  await tracing.stop();
  const sent = bodies.reduce((sum, body) => sum + spansIn(body), 0);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(QUEUE + BATCH);
  expect(lines.filter(({ level }) => level !== 'info').length).toBeLessThanOrEqual(1);
  // a lost connection would be tried again for the thirty seconds
  await Promise.all(unanswered.map(refuse));
});

async function refuse(res: ServerResponse): Promise<void> {
  const closed = once(res, 'close');
  res.writeHead(400, { connection: 'close' }).end();
  await closed;
}

test('a collector that refuses connections gives a few lines, not one for each batch', async () => {
  const endpoint = await listen(() => undefined);
  await new Promise((closed) => server?.close(closed));
  server = undefined;
  // the exporter reads it itself; it tries again until then
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '20';
  const { tracing, lines } = await traceTo(endpoint);
  const refusals = () => lines.filter(({ error }) => String(error).includes('ECONNREFUSED'));
  await record(tracing);
  await waitFor('a refused connection to be logged', () => refusals().length > 0);
  await record(tracing);
  expect(tracing.start('POST').sampled).toBe(true);
  await tracing.stop();
  // of some two hundred batches: a line for each kind of cause, again only after a while
  expect(lines.length).toBeLessThan(10);
  expect(refusals()[0]).toMatchObject({ level: 'warn', message: 'las trazas no se envían' });
});
