/** Businesses take turns for the thread, and a body that waited too long is refused. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import type { CheckRequest } from './checkBody.js';
import { type CheckingPool, createCheckingPool } from './pool.js';

/** In place of the thread that checks: it answers the key as the hash of a document. */
const THREAD = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ key }) => {
  if (key === 'hangs') return;
  if (key === 'broken') return parentPort.postMessage({ error: 'a bug' });
  parentPort.postMessage({ document: { hash: new TextEncoder().encode(key) } });
});`;
const thread = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);
const options = { thread, threads: 1 };

let pool: CheckingPool;
afterEach(async () => {
  jest.restoreAllMocks();
  await pool.close();
});

const check = (businessId: number, key: string, signal?: AbortSignal) =>
  pool.check(businessId, { key, bytes: new Uint8Array() as Uint8Array } as CheckRequest, signal);

test('a body of one business passes those of another that wait', async () => {
  pool = createCheckingPool(options);
  const done: string[] = [];
  const noted = async (businessId: number, key: string) => {
    await check(businessId, key);
    done.push(key);
  };
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((key) => noted(1, key)),
    ...['b1', 'b2'].map((key) => noted(2, key)),
  ]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('the hash of a document is a Buffer again', async () => {
  pool = createCheckingPool(options);
  expect(await check(1, 'abc')).toEqual({ document: { hash: Buffer.from('abc') } });
});

test('an error of the thread is the caller’s, and the next body is checked', async () => {
  pool = createCheckingPool(options);
  await expect(check(1, 'broken')).rejects.toThrow('a bug');
  expect(await check(1, 'next')).toBeDefined();
});

test('a body that takes the thread too long is refused, and the next one is checked', async () => {
  pool = createCheckingPool({ ...options, timeoutMs: 400 });
  expect(await check(1, 'first')).toBeDefined();
  await expect(check(1, 'hangs')).rejects.toMatchObject({ reason: 'overloaded' });
  expect(await check(1, 'next')).toBeDefined();
});

test('a body whose connection closes while it waits is not checked', async () => {
  pool = createCheckingPool(options);
  const connection = new AbortController();
  const replies = [check(1, 'first'), check(1, 'hangs', connection.signal), check(1, 'next')];
  connection.abort(new Error('closed'));
  const statuses = (await Promise.allSettled(replies)).map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(check(1, 'late', connection.signal)).rejects.toThrow('closed');
  await expect(replies[1]).rejects.toThrow('closed');
});

test('a thread pauses after a check when another business sent a small body', async () => {
  const done: string[] = [];
  pool = createCheckingPool({ ...options, pause: async () => done.push('pause') });
  const noted = (key: string) => check(1, key).then(() => done.push(key));
  const first = noted('first');
  pool.noteSmall(2);
  await Promise.all([first, noted('next')]);
  const alone = noted('alone');
  pool.noteSmall(1);
  await Promise.all([alone, noted('last')]);
  expect(done).toEqual(['first', 'pause', 'next', 'alone', 'last']);
});

test('a body that waited too long for the thread is refused', async () => {
  pool = createCheckingPool(options);
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const replies = [check(1, 'first'), check(1, 'late')];
  now.mockReturnValue(3_000);
  const [first, late] = await Promise.allSettled(replies);
  expect(first?.status).toBe('fulfilled');
  expect(late).toEqual({ status: 'rejected', reason: new Refusal('overloaded') });
});
