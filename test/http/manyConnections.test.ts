/** Strangers who open connections and say nothing take those of no other address. */
import { afterEach, expect, test } from '@jest/globals';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { metricOf, silentClients } from '../support/silentClients.js';
import { waitFor } from '../support/waitFor.js';

const MOST = 20;
const OF_ONE = 10;

const fixture = apiWithTenant();
let api: ApiProcess;
let clients: ReturnType<typeof silentClients>;
afterEach(async () => {
  clients.destroy();
  await api.end('SIGTERM');
});

const start = async (env: Record<string, string>) => {
  api = await startApiProcess({ API_MAX_CONNECTIONS: String(MOST), ...env });
  clients = silentClients(api.port);
};

const probe = (path: string) => fetch(`http://127.0.0.1:${api.healthPort}/${path}`);
const metric = async (name: string) => metricOf(await (await probe('metrics')).text(), name);
const accepted = (count: number) =>
  waitFor(
    `${count} connections to be open`,
    async () => (await metric('rafaga_http_connections_open')) === count,
  );
const refused = (bound: string) =>
  metric(`rafaga_http_connections_refused_total{bound="${bound}"}`);

test('an address has half of the connections; others are served', async () => {
  await start({ RAFAGA_PROXIES: '0' });
  for (let i = 0; i < OF_ONE + 5; i++) clients.open('127.0.0.2');
  await waitFor('the others to be closed', () => clients.countOpen() === OF_ONE);
  expect(await refused('address')).toBe(5);
  expect(await clients.statusFrom('127.0.0.2')).toBe(0);
  expect(await clients.statusFrom('127.0.0.3')).toBe(200);
  expect((await api.boleta(fixture.tenant.credentials)).status).toBe(201);

  clients.destroy();
  await waitFor(
    'its connections to be gone',
    async () => (await clients.statusFrom('127.0.0.2')) === 200,
  );
});

test('a full API closes what comes, answers its probes, and serves when one has gone', async () => {
  // a proxy brings the connections of many clients
  await start({ RAFAGA_PROXIES: '127.0.0.0/8' });
  for (let i = 0; i < MOST; i++) clients.open('127.0.0.2');
  await accepted(MOST);
  expect(await clients.statusFrom('127.0.0.3')).toBe(0);
  expect(await refused('all')).toBe(1);
  // on a busy machine it may still be opening what it needs
  for (const path of ['healthz', 'readyz']) await waitFor(path, async () => (await probe(path)).ok);
  expect(clients.countOpen()).toBe(MOST);

  clients.sockets[0]?.destroy();
  await accepted(MOST - 1);
  expect((await api.boleta(fixture.tenant.credentials)).status).toBe(201);
  expect(await refused('address')).toBe(0);
});
