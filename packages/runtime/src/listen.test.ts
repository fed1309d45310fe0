/** Tests that a server that cannot listen is a wrong configuration, told in one sentence. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { ConfigError } from './config.js';
import { listen } from './listen.js';

test('a server listens, and its port is known', async () => {
  const server = createServer();
  const port = await listen(server, 'API', { port: 0, host: '127.0.0.1' });
  expect((server.address() as AddressInfo).port).toBe(port);
  server.close();
});

test('a taken port is named, with its variable', async () => {
  const first = createServer();
  const port = await listen(first, 'API', { port: 0, host: '127.0.0.1' });
  await expect(listen(createServer(), 'API', { port, host: '127.0.0.1' })).rejects.toThrow(
    new ConfigError(`El puerto ${port} está ocupado: elige otro con API_PORT.`),
  );
  first.close();
});

test.each(['192.0.2.1', 'otra.invalid'])('%s is none of this machine', async (host) => {
  await expect(listen(createServer(), 'PANEL_HEALTH', { port: 0, host })).rejects.toThrow(
    new ConfigError(`PANEL_HEALTH_HOST no es una dirección de esta máquina: «${host}».`),
  );
});
