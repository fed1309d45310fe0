/** Tests which ports are used when the wanted ones are taken. */
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { addressOf, assignPorts, checkPorts } from './ports.mjs';

let server;
let taken;
beforeAll(async () => {
  server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  taken = server.address().port;
});
afterAll(() => server.close());
const before = { ...process.env };
afterEach(() => {
  for (const name of ['API_HOST', 'API_PORT', 'PANEL_PORT', 'WORKER_HEALTH_PORT'])
    delete process.env[name];
  Object.assign(process.env, before);
});

test('the next free port is used for a taken port that people visit', async () => {
  delete process.env.API_PORT;
  await assignPorts({ API_PORT: taken });
  expect(Number(process.env.API_PORT)).toBeGreaterThan(taken);
  expect(Number(process.env.API_PORT)).toBeLessThanOrEqual(taken + 100);
});

test('a taken port that the environment names is refused by its variable', async () => {
  process.env.API_PORT = String(taken);
  await expect(checkPorts()).rejects.toThrow(`${taken} que pide API_PORT`);
});

test('a free port that the environment names is kept', async () => {
  const other = createServer();
  await new Promise((resolve) => other.listen(0, '127.0.0.1', () => resolve(undefined)));
  const port = String(/** @type {import('node:net').AddressInfo} */ (other.address()).port);
  await new Promise((resolve) => other.close(resolve));
  process.env.API_PORT = port;
  await checkPorts();
  await assignPorts({ API_PORT: taken });
  expect(process.env.API_PORT).toBe(port);
});

test.each(['API_PORT', 'WORKER_HEALTH_PORT'])(
  'the %s of the environment is given to no other program',
  async (name) => {
    const given = (await getPort()) + 1;
    delete process.env.PANEL_PORT;
    process.env[name] = String(given);
    await assignPorts({ PANEL_PORT: given });
    expect(Number(process.env.PANEL_PORT)).toBeGreaterThan(given);
  },
);

test('two variables that want one port get two ports', async () => {
  const wanted = (await getPort()) + 1;
  for (const name of ['API_PORT', 'PANEL_PORT']) delete process.env[name];
  await assignPorts({ API_PORT: wanted, PANEL_PORT: wanted });
  expect(process.env.API_PORT).not.toBe(process.env.PANEL_PORT);
});

test.each([
  ['', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['192.168.1.5', '192.168.1.5'],
])('with API_HOST=%s the API answers at %s', (host, at) => {
  Object.assign(process.env, { API_HOST: host, API_PORT: '3000' });
  expect(addressOf('API')).toBe(`http://${at}:3000`);
});
