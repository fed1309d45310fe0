/** Strangers who open connections to the panel and say nothing take those of no other address. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { metricOf, silentClients } from '../support/silentClients.js';
import { waitFor } from '../support/waitFor.js';

const MOST = 20;
const OF_ONE = 10;

let panel: TestPanel;
let clients: ReturnType<typeof silentClients>;
beforeAll(async () => {
  panel = await startTestPanel({ maxConnections: MOST });
  clients = silentClients(Number(new URL(panel.url).port));
});
afterAll(async () => {
  clients.destroy();
  await panel.stop();
});

const metric = async (name: string) => metricOf(await panel.metrics(), name);
const refused = (bound: string) =>
  metric(`rafaga_http_connections_refused_total{bound="${bound}"}`);

test('an address has half of the connections, all together no more than the setting', async () => {
  for (let i = 0; i < OF_ONE + 5; i++) clients.open('127.0.0.2');
  await waitFor('the others to be closed', () => clients.countOpen() === OF_ONE);
  expect(await refused('address')).toBe(5);
  expect(await clients.statusFrom('127.0.0.2')).toBe(0);
  expect(await clients.statusFrom('127.0.0.3')).toBe(200);

  for (let i = OF_ONE; i < MOST; i++) clients.open('127.0.0.3');
  await waitFor(
    'every connection to be taken',
    async () => (await metric('rafaga_http_connections_open')) === MOST,
  );
  expect(await clients.statusFrom('127.0.0.4')).toBe(0);
  expect(await refused('all')).toBe(1);

  clients.destroy();
  await waitFor(
    'connections to be free',
    async () => (await clients.statusFrom('127.0.0.4')) === 200,
  );
});
