/** Tests which Chromium is taken where the system has one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chromium } from './chromium.mjs';

const before = { ...process.env };
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-chromium-'));
  process.env.PATH = folder;
  delete process.env.CHROMIUM;
});
afterEach(() => {
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true });
});

test('one that the environment names is taken as it is', async () => {
  process.env.CHROMIUM = '/opt/chromium';
  expect(await chromium()).toBe('/opt/chromium');
});

test.each(['chromium', 'google-chrome'])('%s of the system is taken when it runs', async (name) => {
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\n[ "$1" = --version ]\n', { mode: 0o755 });
  expect(await chromium()).toBe(file);
});
