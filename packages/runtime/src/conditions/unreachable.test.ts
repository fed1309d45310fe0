/** Tests what operators read of a server that is not reached, by the errors of real connections. */

import { once } from 'node:events';
import { createServer, connect as open } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from '../../../../test/support/freePort.js';
import { unreachable } from './unreachable.js';

const errorOf = (port: number, host: string): Promise<Error> =>
  new Promise((resolve) => open({ port, host }).once('error', resolve));

test('a refused connection is told with its address and code', async () => {
  const port = await freePort();
  expect(unreachable('PostgreSQL', await errorOf(port, '127.0.0.1'))).toBe(
    `PostgreSQL no responde en 127.0.0.1:${port}: conexión rechazada [ECONNREFUSED]`,
  );
});

test('what a client wraps is told, with its code or without', async () => {
  const port = await freePort();
  const cause = await errorOf(port, '127.0.0.1');
  const wrapped = [
    new Error('S3', { cause }),
    Object.assign(new Error('got', { cause }), { code: 'ECONNREFUSED' }),
  ];
  for (const error of wrapped)
    expect(unreachable('La API', error)).toBe(
      `La API no responde en 127.0.0.1:${port}: conexión rechazada [ECONNREFUSED]`,
    );
});

test('a name without an address is told', async () => {
  const error = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND', hostname: 'db' });
  expect(unreachable('Redis', error)).toBe(
    'Redis no responde en db: el DNS no conoce ese nombre [ENOTFOUND]',
  );
});

test('of a name with several addresses the first is told', () => {
  const one = { address: '::1', port: 5432 };
  const all = Object.assign(new AggregateError([one]), { code: 'ECONNREFUSED' });
  expect(unreachable('PostgreSQL', all)).toBe(
    'PostgreSQL no responde en [::1]:5432: conexión rechazada [ECONNREFUSED]',
  );
});

test('a connection that breaks off is told, with its address where it is known', async () => {
  const server = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  expect(unreachable('PostgreSQL', await errorOf(port, '127.0.0.1'))).toMatch(
    /^PostgreSQL no responde( en 127\.0\.0\.1:\d+)?: la conexión se cortó \[ECONNRESET\]$/,
  );
  server.close();
});

test.each([new Error('toString'), 'texto', Object.assign(new Error('x'), { code: 'toString' })])(
  'an error of anything else is not of a connection: %s',
  (error) => {
    expect(unreachable('PostgreSQL', error)).toBeUndefined();
  },
);
