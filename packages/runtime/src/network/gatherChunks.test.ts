/** Tests how a body of tiny chunks reaches its reader. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
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
    gatherChunks(req, () => void req.destroy());
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

/** What a server does with bodies that arrive at once, each on a connection of its own. */
async function hearAtOnce(connections: number, text: string) {
  const heard = { chunks: 0, whole: 0, refused: 0 };
  const server = createServer((req, res) => {
    gatherChunks(req, () => {
      heard.refused += 1;
      req.destroy();
    });
    const push = req.push.bind(req);
    req.push = (chunk) => {
      heard.chunks += 1;
      return push(chunk);
    };
    req.on('error', () => undefined).resume();
    req.on('end', () => {
      heard.whole += 1;
      res.end('.');
    });
  });
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const hearRound = async (body: string) => {
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    for (let opened = 0; opened < connections; opened++) {
      sockets.push(connect(port, '127.0.0.1'));
      await once(server, 'connection');
    }
    for (const socket of sockets) socket.on('error', () => undefined).resume();
    const allClosed = Promise.all(sockets.map(closed));
    for (const socket of sockets) socket.write(body);
    await allClosed;
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await hearRound(text);
  return { heard, hearRound, close: () => server.close() };
}

test('a turn takes so many small chunks, and drops the rest of the packets', async () => {
  const many = `${CHUNKED}${inChunks(Array(20_000).fill('x'))}0\r\n\r\n`;
  const { heard, hearRound, close } = await hearAtOnce(40, many);
  expect(heard.refused).toBeGreaterThan(10);
  expect(heard.refused + heard.whole).toBe(40);
  expect(heard.chunks).toBeLessThan(400_000);

  // on parsers that dropped the bodies before
  const { whole } = heard;
  await hearRound(`${CHUNKED}${inChunks(DIGITS.slice(0, 100))}0\r\n\r\n`);
  expect(heard.whole - whole).toBe(40);
  close();
});
