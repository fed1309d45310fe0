/** Tests that no more documents are processed at once than allowed, whatever brings them. */
import { expect, test } from '@jest/globals';
import { createDocumentLimit } from './documentLimit.js';

/** A limit whose documents end when the test ends them. */
function aLimit(concurrency: number) {
  const began: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const failed: number[] = [];
  const limit = createDocumentLimit({
    concurrency,
    work(documentId) {
      began.push(documentId);
      return new Promise((resolve, reject) => {
        ends.set(documentId, (error) => (error ? reject(error) : resolve()));
      });
    },
    onError: (_error, documentId) => failed.push(documentId),
  });
  const end = async (documentId: number, error?: Error) => {
    ends.get(documentId)?.(error);
    await nextTurn();
  };
  return { limit, began, failed, end };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('documents begin as others end, and a job ends when its last one has begun', async () => {
  const { limit, began, end } = aLimit(2);
  const ended: string[] = [];
  void limit.begin([1, 2, 3]).then(() => ended.push('first'));
  void limit.begin([4]).then(() => ended.push('second'));
  await nextTurn();
  expect([began, limit.busy(), limit.room(), ended]).toEqual([[1, 2], 2, 0, []]);
  await end(1);
  await end(2);
  expect([began, ended]).toEqual([
    [1, 2, 3, 4],
    ['first', 'second'],
  ]);
  await end(3);
  expect([limit.busy(), limit.room()]).toEqual([1, 1]);
});

test('a document that fails is reported and makes room', async () => {
  const { limit, began, failed, end } = aLimit(1);
  void limit.begin([1, 2]);
  await nextTurn();
  await end(1, new Error('out of memory'));
  expect([failed, began]).toEqual([[1], [1, 2]]);
});

test('documents that wait for room when it stops are left, and their jobs end', async () => {
  const { limit, began, end } = aLimit(1);
  const ended: string[] = [];
  void limit.begin([1, 2]).then(() => ended.push('first'));
  void limit.begin([3]).then(() => ended.push('second'));
  const stopped = limit.stop(60_000);
  await nextTurn();
  expect(ended).toEqual(['first', 'second']);
  await end(1);
  await stopped;
  await limit.begin([4]);
  expect([began, limit.busy()]).toEqual([[1], 0]);
});

test('to stop waits for what is under way, and no longer than it may', async () => {
  const { limit, end } = aLimit(2);
  void limit.begin([1]);
  await limit.stop(1);
  expect(limit.busy()).toBe(1);
  let stopped = false;
  const stopping = limit.stop(60_000).then(() => {
    stopped = true;
  });
  await nextTurn();
  expect(stopped).toBe(false);
  await end(1);
  await stopping;
  expect(limit.busy()).toBe(0);
});
