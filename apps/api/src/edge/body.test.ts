/**
 * Tests that the time of an answer begins with the last byte of the body, and that the pace of a
 * large body is that of its bytes.
 */
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import type { Request, Response } from '../handler.js';
import { onlyJson, readBody } from './body.js';
import { createBodyMemory } from './bodyMemory.js';
import { isEarly } from './deadline.js';
import { createTurns } from './turns.js';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a body in pieces of a few bytes takes turns by its bytes, not by its pieces', async () => {
  const stream = new PassThrough();
  const req = Object.assign(stream, { headers: {}, socket: new PassThrough() });
  const locals = { startedAt: performance.now(), caller: { business: { id: 1 } } };
  const res = Object.assign(new PassThrough(), { locals, req }) as unknown as Response;
  let turns = 0;
  const next = (_businessId: number, work: () => void) => {
    turns += 1;
    setImmediate(work);
  };
  const reading = readBody({ next })(req as unknown as Request, res);
  const piece = Buffer.alloc(37, 0x20);
  for (let sent = 0; sent < 300_000; sent += piece.length) stream.write(piece);
  stream.end();
  await reading;
  expect(res.locals.body.length).toBeGreaterThanOrEqual(300_000);
  expect(turns).toBeLessThanOrEqual(5);
  res.destroy();
});

test('a body that is refused at its first chunk does not wait for room', async () => {
  const memory = createBodyMemory(1_000_000);
  const open = () => memory.open(1, new PassThrough() as unknown as Socket);
  expect(open().add(100_000)).toBe(true);
  const stream = new PassThrough();
  const req = Object.assign(stream, { headers: {}, socket: new PassThrough() });
  const res = { locals: { caller: { business: { id: 1 } } } } as unknown as Response;
  const reading = readBody(createTurns(1), memory)(req as unknown as Request, res);
  stream.write('['.repeat(20_000));
  await expect(reading).rejects.toThrow(Refusal);
  const waits = new Promise((resolve) => setImmediate(resolve, 'waits'));
  expect(await Promise.race([open().reserve(1), waits])).toBe(true);
});

test.each([
  ['small', 2],
  ['large', 60_000],
])('a %s body that took a minute to upload leaves its answer all of its time', async (_, size) => {
  const began = performance.now();
  const stream = new PassThrough();
  const headers = { 'content-length': String(size) };
  const req = Object.assign(stream, { headers, socket: new PassThrough() }) as unknown as Request;
  const locals = { startedAt: began, caller: { business: { id: 1 } } };
  const res = Object.assign(new PassThrough(), { locals, req }) as unknown as Response;
  const reading = readBody(createTurns(1))(req, res);
  stream.write('1'.padEnd(size - 1));
  jest.spyOn(performance, 'now').mockReturnValue(began + 60_000);
  expect(isEarly(res)).toBe(false);
  stream.end(' ');
  await reading;
  expect(res.locals.body.length).toBe(size);
  expect(isEarly(res)).toBe(true);
  res.destroy();
});

const withType = (type: string) => ({ headers: { 'content-type': type } }) as Request;

test.each([
  'application/json',
  'APPLICATION/JSON ;\tcharset=utf-8 ; ',
  'application/json; charset="utf-8"',
  'application/json;',
])('«%s» is JSON', (type) => {
  expect(() => onlyJson(withType(type), {} as Response)).not.toThrow();
});

test.each(['application/json; ; ', 'application/jsonx', 'application/json; charset=utf-8 x'])(
  '«%s» is not',
  (type) => {
    expect(() => onlyJson(withType(type), {} as Response)).toThrow(new Refusal('content_type'));
  },
);

// a header of 16 kB took a third of a second, one of a megabyte would take an hour
test.each(['', ';charset=utf-8'])('a megabyte of white space behind «%s» is read once', (end) => {
  const type = `application/json${end}${'\t'.repeat(1_000_000)}x`;
  expect(() => onlyJson(withType(type), {} as Response)).toThrow(new Refusal('content_type'));
});
