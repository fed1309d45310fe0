/** The pool returns what its threads draw, survives a failed drawing and bounds its queue. */
import { afterEach, expect, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import type { DrawRequest } from './drawingThread.js';
import { createDrawingPool, type DrawingPool } from './pool.js';

/** In place of the thread that draws: it fails for the number 1. */
const THREAD = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ number }) => {
  if (number === 1) return parentPort.postMessage({ error: 'no font' });
  setTimeout(() => parentPort.postMessage({ pdf: new TextEncoder().encode('drew ' + number) }), 5);
});`;
const thread = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);

let pool: DrawingPool;
afterEach(() => pool.close());

const draw = async (number: number, businessId = 1) =>
  String(await pool.draw(businessId, { number } as DrawRequest));

test('a drawing resolves with the bytes that the thread drew', async () => {
  pool = createDrawingPool({ threads: 2, thread });
  expect(await Promise.all([draw(10), draw(11)])).toEqual(['drew 10', 'drew 11']);
});

test('a failed drawing rejects, and its thread draws the next one', async () => {
  pool = createDrawingPool({ threads: 1, thread });
  await expect(draw(1)).rejects.toThrow('no font');
  expect(await draw(10)).toBe('drew 10');
});

test('a drawing of one business passes those of another that wait', async () => {
  pool = createDrawingPool({ threads: 1, thread });
  const done: string[] = [];
  const noted = async (number: number, businessId: number) =>
    void done.push(await draw(number, businessId));
  await Promise.all([...[11, 12, 13, 14].map((n) => noted(n, 1)), noted(20, 2)]);
  expect(done.indexOf('drew 20')).toBeLessThan(3);
});

test('drawings beyond the limit of the queue are refused at once', async () => {
  pool = createDrawingPool({ threads: 1, thread });
  const replies = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => draw(i + 10)));
  const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason] : []));
  expect(refused.length).toBeGreaterThan(10);
  for (const reason of refused) expect(reason).toBeInstanceOf(Refusal);
});
