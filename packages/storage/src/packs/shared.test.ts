import { expect, test } from '@jest/globals';
import { shared } from './shared.js';

test('whoever asks while it runs shares the next run, and never gets what began before they asked', async () => {
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const ask = shared(async (name) => {
    begun.push(name);
    const run = begun.length;
    await new Promise<void>((resolve) => void open.push(resolve));
    return run;
  });
  const first = ask('a');
  await new Promise(setImmediate);
  const [second, third] = [ask('a'), ask('a')];
  const other = ask('b');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b']);
  open[0]?.();
  expect(await first).toBe(1);
  await new Promise(setImmediate);
  open[1]?.();
  open[2]?.();
  expect(await Promise.all([second, third, other])).toEqual([3, 3, 2]);
});

test('a run that fails fails for those who shared it, and the next begins anew', async () => {
  let runs = 0;
  const ask = shared(async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
    return runs;
  });
  const [first, second] = [ask('a'), ask('a')];
  await expect(first).rejects.toThrow('once');
  await expect(second).rejects.toThrow('once');
  expect(await ask('a')).toBe(2);
});
