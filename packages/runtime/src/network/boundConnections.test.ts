/** A connection that takes no answer is closed. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { createMetrics } from '../metrics/metrics.js';
import { boundConnections } from './boundConnections.js';

test('a client that reads nothing of its answer loses its connection', async () => {
  const server = createServer((_req, res) => res.end(Buffer.alloc(50_000_000)));
  boundConnections(server, { most: 10, proxies: 0, stillMs: 100 }, createMetrics());
  const closed = new Promise((resolve) => {
    server.on('connection', (socket: Socket) => socket.on('close', resolve));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await closed;
  expect(client.bytesRead).toBeLessThan(50_000_000);
  client.destroy();
  server.close();
});
