import { afterEach, expect, jest, test } from '@jest/globals';
import { Overloaded } from './newDocument.js';
import { aDocument } from './testing/aDocument.js';
import { createWaitingLine, type Waiting } from './waitingLine.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const aWaiting = (size = 1000, since = 0) =>
  ({
    document: aDocument(1),
    sale: '{}',
    totals: '{}',
    warnings: null,
    size,
    since,
    resolve: jest.fn(),
    reject: jest.fn(),
  }) satisfies Waiting;
const at = (now: number) => jest.spyOn(performance, 'now').mockReturnValue(now);

test('a batch is the oldest 200', () => {
  at(0);
  const line = createWaitingLine();
  const all = Array.from({ length: 250 }, () => aWaiting());
  for (const waiting of all) line.add(waiting);
  expect(line.take()).toEqual(all.slice(0, 200));
  expect(line.take()).toEqual(all.slice(200));
  expect(line.take()).toEqual([]);
});

test('a batch is at most a million characters, and at least one document', () => {
  at(0);
  const line = createWaitingLine();
  const [huge, big, small] = [aWaiting(1_900_000), aWaiting(90_000), aWaiting()];
  for (const waiting of [huge, big, small]) line.add(waiting);
  expect(line.take()).toEqual([huge]);
  expect(line.take()).toEqual([big, small]);
});

test('a batch has four heavy documents at most; the light ones do not wait for the others', () => {
  at(0);
  const line = createWaitingLine();
  const heavy = Array.from({ length: 6 }, () => aWaiting(150_000));
  const light = aWaiting();
  for (const waiting of [...heavy, light]) line.add(waiting);
  expect(line.take()).toEqual([...heavy.slice(0, 4), light]);
  expect(line.take()).toEqual(heavy.slice(4));
});

test('2,000 documents wait, and 32 million characters, and not more', () => {
  at(0);
  const line = createWaitingLine();
  for (let count = 0; count < 2000; count += 1) line.add(aWaiting());
  expect(() => line.add(aWaiting())).toThrow(Overloaded);
  line.take();
  line.add(aWaiting());
  const heavyLine = createWaitingLine();
  for (let count = 0; count < 16; count += 1) heavyLine.add(aWaiting(2_000_000));
  expect(() => heavyLine.add(aWaiting())).toThrow(Overloaded);
});

test('nobody joins a line whose oldest has waited for half a second', () => {
  const line = createWaitingLine();
  line.add(aWaiting(1000, 0));
  line.add(aWaiting(1000, 500));
  expect(() => line.add(aWaiting(1000, 501))).toThrow(Overloaded);
});

test('whoever waited for two seconds is sent away: the rest of the time would not do', () => {
  const line = createWaitingLine();
  const [old, young] = [aWaiting(1000, 0), aWaiting(1000, 400)];
  line.add(old);
  line.add(young);
  at(2100);
  expect(line.take()).toEqual([young]);
  expect(old.reject).toHaveBeenCalledWith(expect.any(Overloaded));
});
