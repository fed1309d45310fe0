/** Tests issuing when the database fails, hangs or loses connections. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBusiness, aDb, aDocument, numbersOf, oneTo, url } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { createIssuance } from './issuance.js';
import { ENVIRONMENT_MARK, ID_MARK, Overloaded, Unavailable, Unconfirmed } from './newDocument.js';

const db = aDb();
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => db.close());

function anIssuance(of: TestDb = db) {
  const issuance = createIssuance(of);
  ends.push(() => issuance.close());
  return issuance;
}

/** Runs a statement in a separate transaction and keeps its locks until `letGo`. */
async function hold(text: string, values: unknown[]) {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query(text, values);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let held = true;
  const letGo = async () => {
    if (!held) return;
    held = false;
    await client.query('ROLLBACK');
    client.release();
  };
  ends.push(letGo);
  return { pid: rows[0]?.pid as number, letGo };
}
const holdSeries = (businessId: number) =>
  hold('SELECT FROM series WHERE business_id = $1 FOR UPDATE', [businessId]);

/** The backend that waits for a lock of `pid`, as soon as there is one other than `known`. */
const waiterOf = (pid: number, known = 0): Promise<number> =>
  waitFor(`a backend that waits for a lock of ${pid}`, async () => {
    const { rows } = await db.pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) AND pid <> $2',
      [pid, known],
    );
    return rows[0]?.pid;
  });
const terminate = (pid: number) => db.pool.query('SELECT pg_terminate_backend($1)', [pid]);

test('a batch whose backend is terminated is written once, by a second call', async () => {
  const { id } = await aBusiness(db, 'B001');
  const issuance = anIssuance();
  const { pid, letGo } = await holdSeries(id);
  const waiting = Promise.all(oneTo(30).map(() => issuance.issue(aDocument(id))));
  await terminate(await waiterOf(pid));
  await letGo();
  expect((await waiting).map(({ is }) => is)).toEqual(oneTo(30).map(() => 'issued'));
  expect(await numbersOf(db, id)).toEqual(oneTo(30));
});

test('a repeat with the request id of its first call is a replay after a lost call', async () => {
  const { id } = await aBusiness(db, 'B001', 'B002');
  const [issuance, other] = [anIssuance(), anIssuance()];
  const at = (second: number) =>
    `{"id":${ID_MARK},"creado_en":"2026-11-30T08:00:0${second}-05:00"}`;
  const first = aDocument(id, { requestId: 'caja-0001', answer: at(1) });
  const issued = await other.issue(first);
  expect(await issuance.issue(aDocument(id))).toMatchObject({ is: 'issued', number: 2 });

  const { pid, letGo } = await holdSeries(id);
  const waiting = Promise.all([
    issuance.issue({ ...first, answer: at(3) }),
    issuance.issue(aDocument(id, { series: 'B002' })),
  ]);
  await terminate(await waiterOf(pid));
  await letGo();
  const [repeat, fresh] = await waiting;
  expect(repeat).toEqual({ ...issued, is: 'replay', number: undefined, environment: undefined });
  expect(fresh).toMatchObject({ is: 'issued', number: 1 });
});

test('a batch that loses its connection twice is unconfirmed; its references find it', async () => {
  const { id } = await aBusiness(db, 'B001');
  const issuance = anIssuance();
  const { pid, letGo } = await holdSeries(id);
  const document = aDocument(id);
  const lost = expect(issuance.issue(document)).rejects.toThrow(Unconfirmed);
  const first = await waiterOf(pid);
  await terminate(first);
  await terminate(await waiterOf(pid, first));
  await lost;
  await letGo();
  expect(await issuance.issue(document)).toMatchObject({ is: 'issued', number: 1 });
});

test('a series locked too long is unavailable, and the rest of the batch is written', async () => {
  const [held, free] = [await aBusiness(db, 'B001'), await aBusiness(db, 'B001')];
  const issuance = anIssuance();
  const { letGo } = await holdSeries(held.id);
  const stuck = expect(issuance.issue(aDocument(held.id))).rejects.toThrow(Unavailable);
  expect(await issuance.issue(aDocument(free.id))).toMatchObject({ is: 'issued', number: 1 });
  await stuck;
  await letGo();
  expect(await issuance.issue(aDocument(held.id))).toMatchObject({ is: 'issued', number: 1 });
});

test('a heavy document that waits for its series delays only light ones of the same', async () => {
  const [large, small] = [await aBusiness(db, 'B001'), await aBusiness(db, 'B001')];
  const issuance = anIssuance();
  const { pid, letGo } = await holdSeries(large.id);
  const heavy = issuance.issue(aDocument(large.id, { sale: { text: 'x'.repeat(150_000) } }));
  await waiterOf(pid);
  const behind = oneTo(5).map(() => issuance.issue(aDocument(large.id)));
  for (const number of oneTo(3))
    expect(await issuance.issue(aDocument(small.id))).toMatchObject({ is: 'issued', number });
  expect(await numbersOf(db, large.id)).toEqual([]);
  await letGo();
  expect(await heavy).toMatchObject({ is: 'issued', number: 1 });
  expect((await Promise.all(behind)).map(({ is }) => is)).toEqual(oneTo(5).map(() => 'issued'));
  expect(await numbersOf(db, large.id)).toEqual(oneTo(6));
});

test('a reference in an uncommitted transaction of another process is in process', async () => {
  const { id } = await aBusiness(db, 'B001');
  const document = aDocument(id);
  await hold(
    'INSERT INTO "references" (business_id, key, hash, document_id) VALUES ($1, $2, $3, 1)',
    [id, document.reference, document.hash],
  );
  expect(await anIssuance().issue(document)).toEqual({ is: 'in_process' });
});

test('a reference is issued after another process rolls it back', async () => {
  const { id } = await aBusiness(db, 'B001');
  const document = aDocument(id);
  const { pid, letGo } = await hold(
    'INSERT INTO "references" (business_id, key, hash, document_id) VALUES ($1, $2, $3, 1)',
    [id, document.reference, document.hash],
  );
  const issued = anIssuance().issue(document);
  await waiterOf(pid);
  await letGo();
  expect(await issued).toMatchObject({ is: 'issued', number: 1 });
});

test('documents beyond the queue’s limit are rejected, and the queued ones written', async () => {
  const { id } = await aBusiness(db, 'B001');
  const issuance = anIssuance();
  const { pid, letGo } = await holdSeries(id);
  const first = issuance.issue(aDocument(id));
  await waiterOf(pid);
  // only their number counts, however slow this machine is
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const results = Promise.allSettled(oneTo(2005).map(() => issuance.issue(aDocument(id))));
  await letGo();
  const settled = await results;
  expect(await first).toMatchObject({ is: 'issued', number: 1 });
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(2000);
  expect(
    settled.filter((result) => result.status === 'rejected' && result.reason instanceof Overloaded)
      .length,
  ).toBe(5);
  expect(await numbersOf(db, id)).toEqual(oneTo(2001));
});

test('a call that stands still for a moment refuses none of the few that wait', async () => {
  const { id } = await aBusiness(db, 'B001');
  const issuance = anIssuance();
  const { pid, letGo } = await holdSeries(id);
  const first = issuance.issue(aDocument(id));
  await waiterOf(pid);
  const second = issuance.issue(aDocument(id));
  await sleep(600);
  const third = issuance.issue(aDocument(id));
  await letGo();
  const issued = await Promise.all([first, second, third]);
  expect(issued.map(({ is }) => is)).toEqual(['issued', 'issued', 'issued']);
});

test('a database that refuses connections is unavailable', async () => {
  const unreachable = createTestDb('postgresql://none@127.0.0.1:1/nothing');
  ends.push(() => unreachable.close());
  const issuance = anIssuance(unreachable);
  await expect(issuance.issue(aDocument(1))).rejects.toThrow(Unavailable);
  await expect(issuance.lookUp(1, 'x', Buffer.alloc(32))).rejects.toThrow(Unavailable);
});

test('a database that accepts the connection and never answers is unavailable', async () => {
  const { at } = await aProxy(() => {});
  const issuance = anIssuance(at);
  await expect(issuance.issue(aDocument(1))).rejects.toThrow(Unavailable);
});

test('after an answer lost behind the commit, a second call finds the one document', async () => {
  const { id } = await aBusiness(db, 'B001');
  const proxy = await aProxy(through);
  const issuance = anIssuance(proxy.at);
  await issuance.issue(aDocument(id));
  proxy.loseNextAnswer('cut');
  const answer = `{"id":${ID_MARK},"entorno":"${ENVIRONMENT_MARK}"}`;
  const document = aDocument(id, { answer });
  const issued = await issuance.issue(document);
  expect(issued).toMatchObject({ is: 'issued', number: 2, environment: 'simulado' });
  expect(await issuance.issue(document)).toMatchObject({
    is: 'replay',
    id: (issued as { id: number }).id,
  });
  expect(await numbersOf(db, id)).toEqual([1, 2]);
});

test('a commit without an answer is unconfirmed; its reference finds the document', async () => {
  const { id } = await aBusiness(db, 'B001');
  const proxy = await aProxy(through);
  const issuance = anIssuance(proxy.at);
  await issuance.issue(aDocument(id));
  proxy.loseNextAnswer('silence');
  const document = aDocument(id);
  await expect(issuance.issue(document)).rejects.toThrow(Unconfirmed);
  expect(await issuance.issue(document)).toMatchObject({ is: 'replay' });
  expect(await numbersOf(db, id)).toEqual([1, 2]);
});

interface Pipe {
  client: Socket;
  server: Socket;
  answer(bytes: Buffer): void;
}

const through = ({ client, server, answer }: Pipe) => {
  client.on('data', (bytes) => server.write(bytes));
  server.on('data', answer);
};

/** A database behind a TCP proxy that can cut the connection: `serve` joins both ends. */
async function aProxy(serve: (pipe: Pipe) => void) {
  let fault: 'cut' | 'silence' | undefined;
  const sockets = new Set<Socket>();
  const target = new URL(url());
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    let silent = false;
    const answer = (bytes: Buffer) => {
      if (fault === 'cut') client.destroy();
      if (fault === 'silence') silent = true;
      fault = undefined;
      if (!silent) client.write(bytes);
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => (socket === client ? server : client).destroy());
    }
    serve({ client, server, answer });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = new URL(target);
  address.port = String((proxy.address() as { port: number }).port);
  const at = createTestDb(address.href, { connectWithin: 3_000 });
  ends.push(async () => {
    await at.close();
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const loseNextAnswer = (how: 'cut' | 'silence') => {
    fault = how;
  };
  return { at, loseNextAnswer };
}
