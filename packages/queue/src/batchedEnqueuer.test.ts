/** Tests that single documents are enqueued in batches, and that a failed batch is reported. */
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../test/support/waitFor.js';
import {
  createBatchedEnqueuer,
  createEmissionEnqueuer,
  createPrintEnqueuer,
} from './batchedEnqueuer.js';
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

test('at a pace, an item that arrives later than it does not wait', async () => {
  const sizes: number[] = [];
  const paceMs = 20;
  const queue = aQueue(async (batch) => sizes.push(batch.length));
  const enqueuer = createBatchedEnqueuer(queue, fail, paceMs);
  for (const count of [1, 2]) {
    for (const dispatch of dispatches(1, count)) enqueuer.enqueue(dispatch);
    await enqueuer.close();
    const ended = performance.now();
    while (performance.now() <= ended + paceMs) await nextTurn();
  }
  enqueuer.enqueue({ documentId: 9, businessId: 1, dispatches: 1 });
  await nextTurn();
  await nextTurn();
  expect(sizes).toEqual([1, 2, 1]);
  await enqueuer.close();
});

/** A queue that refuses the first `refusals` round trips. */
function aRefusingQueue(refusals: number) {
  const enqueued: number[] = [];
  const errors: Error[] = [];
  let calls = 0;
  const queue = {
    async enqueue(ids: readonly number[]) {
      calls += 1;
      if (calls <= refusals) throw new Error('Redis is down');
      return enqueued.push(...ids);
    },
  };
  return { queue, enqueued, errors, onError: (error: Error) => errors.push(error) };
}

test('documents to print that Redis refuses are enqueued when it accepts jobs again', async () => {
  const { queue, enqueued, errors, onError } = aRefusingQueue(3);
  const enqueuer = createPrintEnqueuer(queue, onError, 5);
  for (const id of [1, 2, 3]) enqueuer.enqueue(id);
  await waitFor('all three to be enqueued', () => enqueued.length === 3);
  expect([enqueued, errors.length]).toEqual([[1, 2, 3], 3]);
  await enqueuer.close();
});

test('of many documents to print that Redis refuses, the first 10,000 are kept', async () => {
  const { queue, enqueued, errors, onError } = aRefusingQueue(21);
  const enqueuer = createPrintEnqueuer(queue, onError, 60_000);
  for (let id = 1; id <= 10_500; id += 1) enqueuer.enqueue(id);
  await waitFor('all refusals', () => errors.length === 21);
  await enqueuer.close();
  expect([enqueued.length, enqueued.at(-1)]).toEqual([10_000, 10_000]);
});

test('what Redis refused is tried once more at the end, and then no more', async () => {
  const { queue, enqueued, errors, onError } = aRefusingQueue(2);
  const enqueuer = createPrintEnqueuer(queue, onError, 60_000);
  enqueuer.enqueue(1);
  await waitFor('the refusal', () => errors.length === 1);
  await enqueuer.close();
  expect([enqueued, errors.length]).toEqual([[], 2]);
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
