/** Tests from when on the time of an answer counts. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { Unavailable } from '@rafaga/db';
import type { Response } from '../handler.js';
import { inTime, isEarly, restartDeadline } from './deadline.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const at = (now: number) => jest.spyOn(performance, 'now').mockReturnValue(now);
const aResponse = () => ({ locals: { startedAt: 0 } }) as Response;
const work = () => new Promise((resolve) => setImmediate(resolve, 'done'));

test('an answer is late after four and a half seconds', async () => {
  at(4_600);
  const res = aResponse();
  const never = new Promise(() => undefined);
  await expect(inTime(res, never)).rejects.toThrow(Unavailable);
  expect(isEarly(res)).toBe(false);
});

test('a restart gives an answer all of its time, and keeps when the request began', async () => {
  const res = aResponse();
  at(60_000);
  restartDeadline(res);
  expect(isEarly(res)).toBe(true);
  expect(await inTime(res, work())).toBe('done');
  at(60_300);
  expect(isEarly(res)).toBe(false);
  expect(res.locals.startedAt).toBe(0);
});
