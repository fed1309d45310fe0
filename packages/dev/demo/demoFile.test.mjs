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
  expect(lastDemo(home)).toBeUndefined();
  const ports = { API_PORT: 1, PANEL_PORT: 2, SIMULATOR_PORT: 3 };
  writeDemo(home, ports, { ruc: '20123456786' }, { email: 'admin@ejemplo.pe' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  putDemoAside(home);
  expect(existsSync(file)).toBe(false);
  expect(lastDemo(home)).toEqual({
    base_url: 'http://127.0.0.1:1/v1',
    panel_url: 'http://127.0.0.1:2',
    simulator_url: 'http://127.0.0.1:3',
    panel: { email: 'admin@ejemplo.pe' },
    business: { ruc: '20123456786' },
  });
});
