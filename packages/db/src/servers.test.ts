/** Tests an address of several servers, of which the first dies while a connection is opened. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectionsOf, createDb, findWritable, ping } from './db.js';

/** AuthenticationOk and ReadyForQuery. */
const STARTED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Completes the startup, and closes the connection at the first statement. */
const dying = createServer((socket: Socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(STARTED);
    socket.once('data', () => socket.destroy());
  });
});
let url: string;
beforeAll(async () => {
  await once(dying.listen(0, '127.0.0.1'), 'listening');
  const living = new URL(process.env.DATABASE_URL as string);
  const { port } = dying.address() as AddressInfo;
  living.searchParams.set('port', `${port},${living.port || 5432}`);
  living.searchParams.set('host', `127.0.0.1,${living.hostname}`);
  url = living.href;
});
afterAll(() => void dying.close());

test('a server that dies at the first statement fails one query only', async () => {
  const db = createDb(url, { max: 1 });
  await expect(ping(db)).rejects.toThrow('terminated');
  await ping(db);
  await db.close();
});

test('a process with one piece of work finds the server that accepts writes', async () => {
  const db = createDb(url, { max: 1 });
  await findWritable(db);
  const { rows } = await connectionsOf(db).pool.query('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
  await db.close();
});
