/** Strangers who open connections and say nothing take those of no other address. */
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { waitFor } from '../support/waitFor.js';

const MOST = 20;
const OF_ONE = 10;

const fixture = apiWithTenant();
const sockets: Socket[] = [];
let api: ApiProcess;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await api.end('SIGTERM');
});

const start = async (env: Record<string, string> = {}) => {
  api = await startApiProcess({ API_MAX_CONNECTIONS: String(MOST), ...env });
};

/** A connection that says nothing. */
function silent(localAddress: string): Socket {
  const socket = connect({ port: api.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  sockets.push(socket);
  return socket;
}

const open = () => sockets.filter(({ closed }) => !closed).length;

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${api.healthPort}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length));
}

const accepted = (count: number) =>
  waitFor(
    `${count} connections to be open`,
    async () => (await metric('rafaga_http_connections_open')) === count,
  );
const refused = (bound: string) =>
  metric(`rafaga_http_connections_refused_total{bound="${bound}"}`);

/** The status of a call from an address, 0 when its connection is closed without an answer. */
const statusFrom = (localAddress: string) =>
  new Promise<number>((resolve) => {
    const target = { port: api.port, host: '127.0.0.1', path: '/healthz', agent: false as const };
    get({ ...target, localAddress }, (res) => {
      res.resume();
      res.on('end', () => resolve(res.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });

test('an address has half of the connections; others are served', async () => {
  await start({ RAFAGA_PROXIES: '0' });
  for (let i = 0; i < OF_ONE + 5; i++) silent('127.0.0.2');
  await waitFor('the others to be closed', () => open() === OF_ONE);
  expect(await refused('address')).toBe(5);
  expect(await statusFrom('127.0.0.2')).toBe(0);
  expect(await statusFrom('127.0.0.3')).toBe(200);
  expect((await api.boleta(fixture.tenant.credentials)).status).toBe(201);

  for (const socket of sockets) socket.destroy();
  await waitFor('its connections to be gone', async () => (await statusFrom('127.0.0.2')) === 200);
});

test('a full API closes what comes, answers its probes, and serves when one has gone', async () => {
  // a proxy brings the connections of many clients
  await start({ RAFAGA_PROXIES: '127.0.0.0/8' });
  for (let i = 0; i < MOST; i++) silent('127.0.0.2');
  await accepted(MOST);
  expect(await statusFrom('127.0.0.3')).toBe(0);
  expect(await refused('all')).toBe(1);
  for (const path of ['healthz', 'readyz'])
    expect((await fetch(`http://127.0.0.1:${api.healthPort}/${path}`)).status).toBe(200);

  sockets[0]?.destroy();
  await accepted(MOST - 1);
  expect((await api.boleta(fixture.tenant.credentials)).status).toBe(201);
  expect(await refused('address')).toBe(0);
});
