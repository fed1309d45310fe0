/** A caller that disconnects waits no longer, whenever its connection closed. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { createMetrics, measureRequests } from '@rafaga/runtime/metrics';
import { CallerDisconnected } from '../edge/collectBody.js';
import type { Response } from '../handler.js';
import { createWaiters, type Waiting } from './waiters.js';
import { whenDecided } from './whenDecided.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The server's side of `count` requests that one connection sends at once, and that connection. */
async function requests(count: number): Promise<{ responses: Response[]; client: Socket }> {
  const responses: ServerResponse[] = [];
  const server = createServer((_req, res) => responses.push(res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  ends.push(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  while (responses.length < count) await once(server, 'request');
  return { responses: responses as Response[], client };
}

const waiters = createWaiters();
const wait = (res: Response, documentId: number) =>
  whenDecided({
    res: Object.assign(res, { locals: {} }),
    waiting: waiters.open({ documentId, businessId: 1 }, 60_000) as Waiting,
    isNew: true,
    read: async () => undefined,
  });

test('a connection that closes frees the places of all its requests', async () => {
  const { responses, client } = await requests(3);
  const waits = Promise.allSettled(responses.map(wait));
  expect(waiters.documents()).toHaveLength(3);
  client.destroy();
  for (const result of await waits)
    expect(result).toMatchObject({ reason: expect.any(CallerDisconnected) });
  expect(waiters.documents()).toEqual([]);
});

test('a connection that closed before takes no place', async () => {
  const { responses, client } = await requests(1);
  const [res] = responses as [Response];
  client.destroy();
  await once(res, 'close');
  await expect(wait(res, 1)).rejects.toBeInstanceOf(CallerDisconnected);
  expect(waiters.documents()).toEqual([]);
});

test('the wait of a caller that disconnects is no part of the duration measured', async () => {
  const { responses, client } = await requests(1);
  const [res] = responses as [Response];
  const metrics = createMetrics();
  const arrived = performance.now();
  measureRequests(metrics)(res.req, res);
  const waits = wait(res, 1);
  const waiting = performance.now();
  await sleep(100);
  const waited = performance.now() - waiting;
  client.destroy();
  await expect(waits).rejects.toBeInstanceOf(CallerDisconnected);
  const [, seconds] = /_seconds_sum\{.*\} (\S+)/.exec(await metrics.text()) ?? [];
  expect(Number(seconds) * 1_000).toBeLessThan(performance.now() - arrived - waited);
});
