/** Tests how a body of tiny chunks reaches its reader. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { gatherChunks } from './gatherChunks.js';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const inChunks = (pieces: string[]) =>
  pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');

interface Heard {
  body: string;
  /** How many pieces the reader got. */
  pieces: number;
}

/** @param read reads the body of a request */
async function hear(text: string, read: (req: IncomingMessage) => Promise<string[]>) {
  const heard: Heard = { body: '', pieces: 0 };
  const server = createServer(async (req, res) => {
    gatherChunks(req);
    const pieces = await read(req).catch(() => []);
    heard.body = pieces.join('');
    heard.pieces = pieces.length;
    res.end('.');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(text);
  await once(socket, 'close');
  server.close();
  return heard;
}

async function readAll(req: IncomingMessage): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of req) pieces.push(String(piece));
  return pieces;
}

const DIGITS = Array.from({ length: 15_000 }, (_, index) => String(index % 10));

test('bytes in chunks of their own reach the reader in order, in few pieces', async () => {
  const { body, pieces } = await hear(`${CHUNKED}${inChunks(DIGITS)}0\r\n\r\n`, readAll);
  expect(body).toBe(DIGITS.join(''));
  expect(pieces).toBeLessThan(100);
});

test('small and large chunks keep their order', async () => {
  const sizes = [1, 5_000, 3, 1_023, 1_024, 1, 70_000, 2];
  const mixed = sizes.map((size, index) => String(index).repeat(size));
  const { body } = await hear(`${CHUNKED}${inChunks(mixed)}0\r\n\r\n`, readAll);
  expect(body).toBe(mixed.join(''));
});

test('a reader that begins late and pauses gets all of it', async () => {
  const { body } = await hear(`${CHUNKED}${inChunks(DIGITS)}0\r\n\r\n`, async (req) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const pieces: string[] = [];
    req.on('data', (piece) => {
      pieces.push(String(piece));
      req.pause();
      setImmediate(() => req.resume());
    });
    await once(req, 'end');
    return pieces;
  });
  expect(body).toBe(DIGITS.join(''));
});

test('a body of a declared length is read as it comes', async () => {
  const { body } = await hear(`${HEAD}Content-Length: 5\r\n\r\nhello`, readAll);
  expect(body).toBe('hello');
});
