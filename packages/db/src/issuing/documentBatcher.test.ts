/** Tests which documents share a batch, and which wait for each other. */
import { expect, test } from '@jest/globals';
import { aDocument } from '../../testing/aDocument.js';
import { createDocumentBatcher } from './documentBatcher.js';
import type { QueuedDocument } from './documentQueue.js';
import type { Issued } from './newDocument.js';

const ISSUED: Issued = { is: 'issued', id: 1, number: 1, answer: '{}' };
const heavySale = JSON.stringify({ text: 'x'.repeat(150_000) });

/** A batcher whose batches with heavy documents are written when the test says so. */
function aHeldBatcher() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batches: number[] = [];
  const batcher = createDocumentBatcher(async (batch: QueuedDocument[]) => {
    if (batch.some(({ size }) => size > 100_000)) await released;
    batches.push(batch.length);
    for (const { resolve } of batch) resolve(ISSUED);
  });
  const heavy = (count: number) =>
    Array.from({ length: count }, () => batcher.write({ ...aDocument(1), sale: heavySale }));
  return { batches, batcher, heavy, release: () => release() };
}

test('a heavy document that is being written holds up no light one', async () => {
  const { batches, batcher, heavy, release } = aHeldBatcher();
  const held = heavy(5);
  const other = () => batcher.write(aDocument(2));
  expect(await other()).toEqual(ISSUED);
  expect(await Promise.all([other(), other()])).toEqual([ISSUED, ISSUED]);
  release();
  await Promise.all(held);
  await batcher.drain();
  expect(batches).toEqual([1, 2, 1, 1, 2, 1]);
});

test('light documents of the series of a heavy one are written after it', async () => {
  const { batches, batcher, heavy, release } = aHeldBatcher();
  const held = heavy(1);
  const behind = [1, 2, 3].map(() => batcher.write(aDocument(1)));
  const sameBatch = batcher.write(aDocument(2));
  const otherSeries = batcher.write(aDocument(1, { series: 'F001' }));
  expect(await Promise.all([sameBatch, otherSeries])).toEqual([ISSUED, ISSUED]);
  expect(batches).toEqual([2]);
  release();
  await Promise.all([...held, ...behind]);
  expect(batches).toEqual([2, 1, 3]);
  await batcher.write(aDocument(1));
  await batcher.drain();
  expect(batches).toEqual([2, 1, 3, 1]);
});

/** A batcher whose batches are written in one turn of the event loop and answered in the next. */
function aBatcher() {
  const sizes: number[] = [];
  const batcher = createDocumentBatcher(async (batch: QueuedDocument[]) => {
    sizes.push(batch.length);
    await new Promise((resolve) => setImmediate(resolve));
    setImmediate(() => {
      for (const { resolve } of batch) resolve(ISSUED);
    });
  });
  const issue = (count: number) =>
    Promise.all(Array.from({ length: count }, () => batcher.write(aDocument(1))));
  return { sizes, issue };
}

test('many documents that arrive together are written in two batches, a few in one', async () => {
  const { sizes, issue } = aBatcher();
  await issue(8);
  await issue(21);
  expect(sizes).toEqual([8, 11, 10]);
});

test('documents that arrive while a batch is written are in the next two', async () => {
  const { sizes, issue } = aBatcher();
  const first = issue(1);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, issue(30)]);
  expect(sizes).toEqual([1, 16, 14]);
});

test('callers that call again once they are answered stay in two halves', async () => {
  const { sizes, issue } = aBatcher();
  const caller = async () => {
    for (let done = 0; done < 20; done += 1) await issue(1);
  };
  await Promise.all(Array.from({ length: 40 }, caller));
  expect(sizes).toEqual(Array.from({ length: 40 }, () => 20));
});
