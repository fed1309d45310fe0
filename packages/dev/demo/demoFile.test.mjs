/** Tests when demo.json exists, and what it contains. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { lastDemo, putDemoAside, writeDemo } from './demoFile.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'rafaga-demo-'));
const file = path.join(home, 'demo.json');
afterAll(() => rmSync(home, { recursive: true }));

test('demo.json exists while the demo runs, and its content is kept afterwards', () => {
  expect(lastDemo(home)).toEqual({});
  const demo = { base_url: 'http://127.0.0.1:1/v1', business: { ruc: '20123456786' } };
  writeDemo(home, demo);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  putDemoAside(home);
  expect(existsSync(file)).toBe(false);
  expect(lastDemo(home)).toEqual(demo);
});
