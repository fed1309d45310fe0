/** Every key is looked up, and unknown ones cost few statements. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Caller } from './callers.js';
import { createLookups } from './lookups.js';

function setUp() {
  const statements: (readonly string[])[] = [];
  const waits: number[] = [];
  const lookUp = createLookups(
    async (keys) => {
      statements.push(keys);
      const known = keys.filter((key) => key.startsWith('known'));
      return new Map(known.map((key) => [key, { id: 1 } as Caller]));
    },
    {
      now: () => 0,
      wait: async (ms) => {
        waits.push(ms);
        for (let i = 0; i < 1_000; i++) await turn();
      },
    },
  );
  return { statements, waits, lookUp };
}

test('keys that wait together share a statement', async () => {
  const { statements, lookUp } = setUp();
  await Promise.all(Array.from({ length: 2_500 }, (_, i) => lookUp(`unknown ${i}`)));
  expect(statements.map((keys) => keys.length)).toEqual([1_000, 1_000, 500]);
});

test('after a burst of unknown keys statements wait, and those of a flood share one', async () => {
  const { statements, waits, lookUp } = setUp();
  for (let i = 0; i < 50; i++) await lookUp(`burst ${i}`);
  expect([statements.length, waits.length]).toEqual([50, 0]);
  const flood: Promise<unknown>[] = [];
  for (let i = 0; i < 500; i++) {
    flood.push(lookUp(`unknown ${i}`));
    await turn();
  }
  expect(await lookUp('known')).toEqual({ id: 1 });
  await Promise.all(flood);
  expect(statements.slice(50).flat()).toHaveLength(501);
  expect(statements.length - 50).toBeLessThanOrEqual(2);
  expect(waits.length).toBeGreaterThan(0);
});

test('keys that exist use nothing of the bound', async () => {
  const { statements, waits, lookUp } = setUp();
  for (let i = 0; i < 200; i++) await lookUp(`known ${i}`);
  expect([statements.length, waits.length]).toEqual([200, 0]);
});
