/** Tests that single documents are enqueued in batches, and that a failed batch is reported. */
import { expect, test } from '@jest/globals';
import { createBatchedEnqueuer, createEmissionEnqueuer } from './batchedEnqueuer.js';
import type { EmissionQueue } from './documentQueue.js';
import type { Dispatch } from './jobs.js';

const dispatches = (from: number, to: number): Dispatch[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    documentId: from + i,
    businessId: 1,
    dispatches: 1,
  }));

const aQueue = (enqueue: EmissionQueue['enqueue']) => ({ enqueue });

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('documents that arrive during one round trip go together with the next', async () => {
  const sizes: number[] = [];
  let done = () => {};
  const queue = aQueue((batch) => {
    sizes.push(batch.length);
    return new Promise((resolve) => {
      done = () => resolve(1);
    });
  });
  const enqueuer = createBatchedEnqueuer(queue, fail);
  for (const dispatch of dispatches(1, 3)) enqueuer.enqueue(dispatch);
  await nextTurn();
  for (const dispatch of dispatches(4, 10)) enqueuer.enqueue(dispatch);
  expect(sizes).toEqual([3]);
  done();
  await nextTurn();
  expect(sizes).toEqual([3, 7]);
  done();
  await enqueuer.close();
});

test('a failed round trip is reported, and later documents are enqueued', async () => {
  const enqueued: Dispatch[] = [];
  const errors: Error[] = [];
  let broken = true;
  const queue = aQueue(async (batch) => {
    if (broken) throw new Error('Redis is down');
    return enqueued.push(...batch);
  });
  const enqueuer = createBatchedEnqueuer(queue, (error) => errors.push(error));
  enqueuer.enqueue({ documentId: 1, businessId: 1, dispatches: 1 });
  await enqueuer.close();
  broken = false;
  enqueuer.enqueue({ documentId: 2, businessId: 1, dispatches: 1 });
  await enqueuer.close();
  expect(errors).toHaveLength(1);
  expect(enqueued).toEqual([{ documentId: 2, businessId: 1, dispatches: 1 }]);
});

test('many documents are enqueued in batches of at most 500', async () => {
  const sizes: number[] = [];
  const queue = aQueue(async (batch) => sizes.push(batch.length));
  const enqueuer = createBatchedEnqueuer(queue, fail);
  for (const dispatch of dispatches(1, 1_234)) enqueuer.enqueue(dispatch);
  await enqueuer.close();
  expect(sizes).toEqual([500, 500, 234]);
});

test('at a pace, what arrives soon after a round trip goes together, and close waits', async () => {
  const sizes: number[] = [];
  const enqueuer = createBatchedEnqueuer(
    aQueue(async (batch) => sizes.push(batch.length)),
    fail,
    1_000,
  );
  for (const dispatch of dispatches(1, 3)) {
    enqueuer.enqueue(dispatch);
    // one more turn than the one in which documents gather anyway
    await nextTurn();
    await nextTurn();
  }
  expect(sizes).toEqual([1]);
  await enqueuer.close();
  expect(sizes).toEqual([1, 2]);
});

test('the documents of businesses that issue many do not delay the others', async () => {
  const lanes: (string | undefined)[] = [];
  const enqueuer = createEmissionEnqueuer(
    aQueue((batch) => {
      const [lane] = batch.map((dispatch) => dispatch.lane);
      lanes.push(lane);
      return lane === 'bulk' ? new Promise(() => undefined) : Promise.resolve(1);
    }),
    fail,
  );
  for (const lane of ['bulk', undefined, 'bulk', undefined] as const) {
    enqueuer.enqueue({ documentId: 1, businessId: 1, dispatches: 1, ...(lane && { lane }) });
    await nextTurn();
    await nextTurn();
  }
  expect(lanes).toEqual(['bulk', undefined, undefined]);
});

function fail(error: Error): never {
  throw error;
}
