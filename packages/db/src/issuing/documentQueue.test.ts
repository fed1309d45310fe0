/** Tests the bounds of the queue of documents and of its batches. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { aDocument } from '../../testing/aDocument.js';
import { createDocumentQueue, type QueuedDocument } from './documentQueue.js';
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
const LIGHT = { documents: 200, size: 1_000_000, ageMs: 500 };
const at = (now: number) => jest.spyOn(performance, 'now').mockReturnValue(now);

test('a batch holds the 200 oldest documents', () => {
  at(0);
  const queue = createDocumentQueue(LIGHT);
  const all = Array.from({ length: 250 }, () => aQueued());
  for (const queued of all) queue.add(queued);
  expect(queue.takeBatch()).toEqual(all.slice(0, 200));
  expect(queue.takeBatch()).toEqual(all.slice(200));
  expect(queue.takeBatch()).toEqual([]);
});

test('a batch holds at most a million characters, and at least one document', () => {
  at(0);
  const queue = createDocumentQueue(LIGHT);
  const [huge, large] = [aQueued(1_900_000), aQueued(600_000)];
  const small = Array.from({ length: 12 }, () => aQueued(90_000));
  for (const queued of [huge, large, ...small]) queue.add(queued);
  expect(queue.takeBatch()).toEqual([huge]);
  expect(queue.takeBatch()).toEqual([large, ...small.slice(0, 4)]);
  expect(queue.takeBatch({ size: 200_000 })).toEqual(small.slice(4, 6));
  expect(queue.takeBatch({ documents: 5 })).toEqual(small.slice(6, 11));
  expect(queue.takeBatch()).toEqual(small.slice(11));
});

test('the queue holds 2,000 documents and 32 million characters, and rejects more', () => {
  at(0);
  const queue = createDocumentQueue(LIGHT);
  for (let count = 0; count < 2000; count += 1) queue.add(aQueued());
  expect(() => queue.add(aQueued())).toThrow(Overloaded);
  queue.takeBatch();
  queue.add(aQueued());
  const heavyQueue = createDocumentQueue(LIGHT);
  for (let count = 0; count < 16; count += 1) heavyQueue.add(aQueued(2_000_000));
  expect(() => heavyQueue.add(aQueued())).toThrow(Overloaded);
});

test('a queue of more than a batch rejects documents once its oldest has waited too long', () => {
  at(0);
  const queue = createDocumentQueue(LIGHT);
  for (let count = 0; count < 199; count += 1) queue.add(aQueued(1000, 0));
  // one call is slow, and the next one takes them all
  queue.add(aQueued(1000, 501));
  expect(() => queue.add(aQueued(1000, 501))).toThrow(Overloaded);
  const large = createDocumentQueue(LIGHT);
  for (let count = 0; count < 2; count += 1) large.add(aQueued(600_000, 0));
  expect(() => large.add(aQueued(1000, 501))).toThrow(Overloaded);
});

test('a document that has waited for two seconds is rejected', () => {
  const queue = createDocumentQueue(LIGHT);
  const [old, young] = [aQueued(1000, 0), aQueued(1000, 400)];
  queue.add(old);
  queue.add(young);
  at(2100);
  expect(queue.takeBatch()).toEqual([young]);
  expect(old.reject).toHaveBeenCalledWith(expect.any(Overloaded));
});
