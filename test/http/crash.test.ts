/**
 * An API process that is killed or stopped loses no sale, repeats none and leaves out no number; a
 * stranger cannot end one.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type TestApi } from '../support/api.js';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import { aBusiness } from '../support/business.js';
import { startFaultProxy } from '../support/faultProxy.js';
import type { Reply } from '../support/httpClient.js';
import { aReference } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';

/** Real processes start slowly on a busy machine. */
const TIMEOUT_MS = 180_000;

let direct: TestApi;

beforeAll(async () => {
  direct = await startTestApi();
});
afterAll(() => direct.stop());

test(
  'after a kill between commit and answer, the repetition gets the stored bytes',
  async () => {
    const postgres = await startFaultProxy(process.env.DATABASE_URL as string);
    const tenant = await aBusiness(direct.db);
    const reference = aReference();
    const killed = await startApiProcess({ DATABASE_URL: postgres.url });
    const inDatabase = async () => {
      const query = 'SELECT answer FROM documents WHERE business_id = $1 AND reference = $2';
      return (await direct.db.pool.query(query, [tenant.id, reference])).rows[0]?.answer as
        | string
        | undefined;
    };
    let lost = Promise.resolve('an answer');
    const stored = await waitFor('a commit whose answer is lost', async () => {
      // the credential must be cached and the connection open before answers are dropped,
      // or the call ends before the commit
      postgres.recover();
      expect((await killed.boleta(tenant.credentials)).status).toBe(201);
      postgres.blackHole('answers');
      let answered = false;
      lost = killed.boleta(tenant.credentials, {}, reference).then(
        () => 'an answer',
        () => 'none',
      );
      void lost.then(() => {
        answered = true;
      });
      return waitFor('the row or an answer', async () => (await inDatabase()) ?? answered).then(
        (found) => found !== true && found,
      );
    });
    await killed.end('SIGKILL');
    expect(await lost).toBe('none');
    const next = await startApiProcess();
    const found = await next.boleta(tenant.credentials, {}, reference);
    expect([found.status, found.headers['idempotency-replayed'], found.text]).toEqual([
      201,
      'true',
      stored,
    ]);
    expect((await next.boleta(tenant.credentials)).json.datos.correlativo).toBe(
      Number(found.json.datos.correlativo) + 1,
    );
    expect(await next.end('SIGTERM')).toBe(0);
    await postgres.stop();
  },
  TIMEOUT_MS,
);

/** Repeats a call with the same reference until it is answered, as a client must. */
async function retryUntilAnswered(
  apis: ApiProcess[],
  credentials: Record<string, string>,
  reference: string,
): Promise<Reply> {
  let attempt = 0;
  return waitFor(
    `an answer for ${reference}`,
    async () => {
      const api = apis[attempt++ % apis.length] as ApiProcess;
      const reply = await api.boleta(credentials, {}, reference).catch(() => undefined);
      return reply && reply.status !== 503 && reply.status !== 409 && reply;
    },
    { everyMs: 50 },
  );
}

test(
  'several kills under load lose no sale, repeat none and leave out no number',
  async () => {
    const tenant = await aBusiness(direct.db);
    const apis = [await startApiProcess(), await startApiProcess()];
    const references = Array.from({ length: 300 }, aReference);
    const replies = new Map<string, Reply>();
    const left = [...references];
    const till = async () => {
      for (let reference = left.pop(); reference; reference = left.pop())
        replies.set(reference, await retryUntilAnswered(apis, tenant.credentials, reference));
    };
    const tills = Promise.all(Array.from({ length: 24 }, till));
    for (const [i, after] of [225, 150, 75].entries()) {
      await waitFor(`${300 - after} sales to be on their way`, () => left.length <= after);
      const target = apis[i % 2] as ApiProcess;
      await target.end('SIGKILL');
      apis[i % 2] = await startApiProcess();
    }
    await tills;
    expect(new Set([...replies.values()].map(({ status }) => status))).toEqual(new Set([201]));
    const { rows } = await direct.db.pool.query(
      'SELECT reference, number, answer FROM documents WHERE business_id = $1 ORDER BY number',
      [tenant.id],
    );
    expect(rows.map(({ number }) => number)).toEqual(references.map((_, i) => i + 1));
    expect(new Set(rows.map(({ reference }) => reference))).toEqual(new Set(references));
    for (const { reference, answer } of rows) expect(replies.get(reference)?.text).toBe(answer);
    for (const api of apis) expect(await api.end('SIGTERM')).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'a process that is told to stop answers its open requests and exits',
  async () => {
    const tenant = await aBusiness(direct.db);
    const api = await startApiProcess();
    const open = Array.from({ length: 40 }, () => api.boleta(tenant.credentials));
    await Promise.race(open);
    const code = api.end('SIGTERM');
    const replies = await Promise.allSettled(open);
    expect(await code).toBe(0);
    const answered = replies.flatMap((reply) =>
      reply.status === 'fulfilled' ? [reply.value] : [],
    );
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([201]));
    const { rows } = await direct.db.pool.query(
      'SELECT count(*)::int AS count FROM documents WHERE business_id = $1',
      [tenant.id],
    );
    // calls without an answer stored no document
    expect(rows[0].count).toBe(answered.length);
    await expect(api.get('/healthz', {})).rejects.toThrow();
  },
  TIMEOUT_MS,
);

/** Sends what is no call of ours, and breaks the connection when its answer has come. */
const broken = (port: number, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', reject).once('data', (answer) => {
      socket.resetAndDestroy();
      resolve(answer.toString('latin1'));
    });
  });

test(
  'connections that break after what is no call do not end the process',
  async () => {
    const api = await startApiProcess();
    const tenant = await aBusiness(direct.db);
    for (const [bytes, status] of [
      ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
      ['no HTTP\r\n\r\n', '400'],
      ['GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', '302'],
      ['GET / HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', '302'],
    ] as const) {
      for (let i = 0; i < 5; i++)
        expect(await broken(api.port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const { status: issued } = await api.boleta(tenant.credentials);
      expect([bytes, issued]).toEqual([bytes, 201]);
    }
    expect(await api.end('SIGTERM')).toBe(0);
  },
  TIMEOUT_MS,
);
