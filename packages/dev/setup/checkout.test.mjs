/** Tests what a command gets that runs in the checkout. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inCheckout } from './checkout.mjs';

const before = { ...process.env };
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-checkout-'));
  process.env.RAFAGA_HOME = path.join(folder, 'home');
});
afterEach(() => {
  delete process.env.RAFAGA_HOME;
  delete process.env.RAFAGA_WORKERS;
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true });
});

test('it gets its home and the settings, and its exit code is passed on', async () => {
  process.env.RAFAGA_WORKERS = '3';
  const code = await inCheckout(async (home, { workers }) => {
    expect([home, workers]).toEqual([path.join(folder, 'home', '.rafaga-check'), 3]);
    return 7;
  });
  expect(code).toBe(7);
});

test('a home has one command at a time', async () => {
  const other = () => inCheckout(async () => 0);
  await inCheckout(async () => {
    await expect(other()).rejects.toThrow('Ya hay otra ejecución');
  });
  expect(await other()).toBe(0);
});

test('with a wrong variable nothing is begun', () => {
  process.env.RAFAGA_WORKERS = 'many';
  const work = async () => {
    throw new Error('begun');
  };
  expect(() => inCheckout(work)).toThrow('RAFAGA_WORKERS');
  expect(existsSync(path.join(folder, 'home'))).toBe(false);
});
