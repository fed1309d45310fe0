/** Tests which calls of a credential may be let pass before Redis has counted them. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import type { Request, Response } from '../handler.js';
import { limit } from './limit.js';

const early: boolean[] = [];
const waiting: ServerResponse[] = [];
const step = limit({
  rate: {
    count(_credentialId, _limit, mayBeEarly = false) {
      early.push(mayBeEarly);
      return { count: 1, resetMs: 60_000, shared: true };
    },
  },
  processes: 1,
});
const server = createServer(async (req, res) => {
  const locals = { caller: { id: Number(req.url?.slice(1)), business: { id: 1 } } };
  await step(req as Request, Object.assign(res, { locals }) as unknown as Response);
  waiting.push(res);
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
});

const call = (credentialId: number) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${credentialId}`).then(
    (reply) => reply.text(),
  );

test('only a credential with many open calls waits for its counts', async () => {
  const calls = Array.from({ length: 40 }, () => call(7));
  await waitFor('forty open calls', () => waiting.length === 40);
  expect(early).toEqual([...Array(32).fill(true), ...Array(8).fill(false)]);
  const another = call(8);
  await waitFor('the call of another credential', () => waiting.length === 41);
  for (const res of waiting) res.end();
  await Promise.all([...calls, another]);
  void call(7);
  await waitFor('a call after them', () => waiting.length === 42);
  waiting.at(-1)?.end();
  expect(early.slice(40)).toEqual([true, true]);
});
