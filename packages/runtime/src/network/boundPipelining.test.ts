/** Tests what is begun of the requests that a connection sends ahead. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { boundPipelining } from './boundPipelining.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const HEAD = 'HTTP/1.1 200';
let begun = 0;

/** What a connection reads until it is closed, or until it has so many answers. */
async function answersTo(text: string, enough = Number.POSITIVE_INFINITY): Promise<number> {
  const bound = boundPipelining((_req, res) => void setImmediate(() => res.end('.')));
  const counted: RequestListener = (req, res) => {
    begun += 1;
    bound(req, res);
  };
  begun = 0;
  const server = createServer(counted).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  let read = '';
  const answers = () => read.split(HEAD).length - 1;
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (data) => {
      read += data;
      if (answers() === enough) resolve();
    });
  });
  socket.destroy();
  server.close();
  server.closeAllConnections();
  return answers();
}

test('eight requests ahead are answered', async () => {
  expect(await answersTo(REQUEST.repeat(9), 9)).toBe(9);
});

test('of thousands in a packet, those that are ahead by too much are not begun', async () => {
  expect(await answersTo(REQUEST.repeat(4_000))).toBeLessThan(10);
  expect(begun).toBe(10);
});

test('the parser serves the connection that gets it next', async () => {
  await answersTo(REQUEST.repeat(4_000));
  expect(await answersTo(REQUEST.repeat(2), 2)).toBe(2);
});
