/** Tests which ports are used when the wanted ones are taken. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { visitedPorts } from './ports.mjs';

let server;
let taken;
beforeAll(async () => {
  server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  taken = server.address().port;
});
afterAll(() => server.close());

test('the next free port is used for a taken port that people visit', async () => {
  const { API_PORT } = await visitedPorts({ API_PORT: { wanted: taken, insisted: false } });
  expect(API_PORT).toBeGreaterThan(taken);
  expect(API_PORT).toBeLessThanOrEqual(taken + 100);
});

test('a taken port that the user insists on is refused by its variable', async () => {
  const wishes = { API_PORT: { wanted: taken, insisted: true } };
  await expect(visitedPorts(wishes)).rejects.toThrow(`${taken} que pide API_PORT`);
});

test('two variables that want one port get two ports', async () => {
  const wanted = await getPort();
  const wish = { wanted: wanted + 1, insisted: false };
  const { API_PORT, PANEL_PORT } = await visitedPorts({ API_PORT: wish, PANEL_PORT: wish });
  expect(API_PORT).not.toBe(PANEL_PORT);
});
