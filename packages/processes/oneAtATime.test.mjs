/** Tests that processes wait for each other, and not for one that was killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { oneAtATime } from './oneAtATime.mjs';

const MODULE = path.join(import.meta.dirname, 'oneAtATime.mjs');
let folder;
let file;
let child;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-alone-'));
  file = path.join(folder, 'tools', 'changing.json');
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A process at work with the file, until a line comes on its standard input. */
async function aProcessAtWork() {
  const script = `
    import { once } from 'node:events';
    import { appendFileSync } from 'node:fs';
    import { oneAtATime } from ${JSON.stringify(MODULE)};
    await oneAtATime(${JSON.stringify(file)}, async () => {
      console.log('at work');
      await once(process.stdin, 'data');
      appendFileSync(${JSON.stringify(path.join(folder, 'order'))}, 'first ');
    });
    process.exit();`;
  child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  return child;
}

test('work waits until that of another process has ended', async () => {
  const first = await aProcessAtWork();
  const second = oneAtATime(file, async () => readFileSync(path.join(folder, 'order'), 'utf8'));
  first.stdin.write('go on\n');
  expect(await second).toBe('first ');
  expect(existsSync(file)).toBe(false);
});

test('what a killed process left does not count', async () => {
  const first = await aProcessAtWork();
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(existsSync(file)).toBe(true);
  expect(await oneAtATime(file, async () => 'done')).toBe('done');
});

test('work that fails leaves nothing to wait for', async () => {
  const failing = oneAtATime(file, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});
