/** Tests the bounds of the queue of documents and of its batches. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { aDocument } from '../../testing/aDocument.js';
import { createBatchQueue, type QueuedDocument } from './batchQueue.js';
import { Overloaded } from './newDocument.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const aQueued = (size = 1000, queuedAt = 0) =>
  ({
    document: aDocument(1),
    size,
    queuedAt,
    resolve: jest.fn(),
    reject: jest.fn(),
  }) satisfies QueuedDocument;
const at = (now: number) => jest.spyOn(performance, 'now').mockReturnValue(now);

test('a batch holds the 200 oldest documents', () => {
  at(0);
  const queue = createBatchQueue();
  const all = Array.from({ length: 250 }, () => aQueued());
  for (const queued of all) queue.add(queued);
  expect(queue.takeBatch()).toEqual(all.slice(0, 200));
  expect(queue.takeBatch()).toEqual(all.slice(200));
  expect(queue.takeBatch()).toEqual([]);
});

test('a batch holds at most a million characters, and at least one document', () => {
  at(0);
  const queue = createBatchQueue();
  const [huge, large] = [aQueued(1_900_000), aQueued(600_000)];
  const light = Array.from({ length: 12 }, () => aQueued(90_000));
  for (const queued of [huge, large, ...light]) queue.add(queued);
  expect(queue.takeBatch()).toEqual([huge]);
  expect(queue.takeBatch()).toEqual(light.slice(0, 11));
  expect(queue.takeBatch()).toEqual([large]);
  expect(queue.takeBatch()).toEqual(light.slice(11));
});

test('heavy documents have batches of their own, one by one while light ones wait', () => {
  at(0);
  const queue = createBatchQueue();
  const heavy = Array.from({ length: 7 }, () => aQueued(150_000));
  const light = [aQueued(), aQueued(), aQueued()];
  for (const queued of [...heavy, ...light]) queue.add(queued);
  expect(queue.takeBatch()).toEqual(heavy.slice(0, 1));
  expect(queue.takeBatch()).toEqual(light);
  expect(queue.takeBatch()).toEqual(heavy.slice(1, 5));
  queue.add(light[0] as QueuedDocument);
  expect(queue.takeBatch()).toEqual([light[0]]);
  expect(queue.takeBatch()).toEqual(heavy.slice(5));
});

test('the queue holds 2,000 documents and 32 million characters, and rejects more', () => {
  at(0);
  const queue = createBatchQueue();
  for (let count = 0; count < 2000; count += 1) queue.add(aQueued());
  expect(() => queue.add(aQueued())).toThrow(Overloaded);
  queue.takeBatch();
  queue.add(aQueued());
  const heavyQueue = createBatchQueue();
  for (let count = 0; count < 16; count += 1) heavyQueue.add(aQueued(2_000_000));
  expect(() => heavyQueue.add(aQueued())).toThrow(Overloaded);
});

test('the queue rejects light documents once the oldest of them has waited half a second', () => {
  const queue = createBatchQueue();
  queue.add(aQueued(1000, 0));
  queue.add(aQueued(1000, 500));
  expect(() => queue.add(aQueued(1000, 501))).toThrow(Overloaded);
  // heavy ones wait for each other longer, and no light one for them
  queue.add(aQueued(150_000, 501));
  queue.add(aQueued(150_000, 2000));
  expect(() => queue.add(aQueued(150_000, 2002))).toThrow(Overloaded);
});

test('a document that has waited for two seconds is rejected', () => {
  const queue = createBatchQueue();
  const [old, young] = [aQueued(1000, 0), aQueued(1000, 400)];
  queue.add(old);
  queue.add(young);
  at(2100);
  expect(queue.takeBatch()).toEqual([young]);
  expect(old.reject).toHaveBeenCalledWith(expect.any(Overloaded));
});

test('a kind whose documents are all too old leaves the batch to the other kind', () => {
  const queue = createBatchQueue();
  const [oldLight, heavy] = [aQueued(1000, 0), aQueued(150_000, 1000)];
  for (const queued of [heavy, oldLight]) queue.add(queued);
  at(100);
  const first = aQueued(150_000, 1000);
  queue.add(first);
  expect(queue.takeBatch()).toEqual([heavy]);
  at(2100);
  expect(queue.takeBatch()).toEqual([first]);
  expect(oldLight.reject).toHaveBeenCalledWith(expect.any(Overloaded));
});
