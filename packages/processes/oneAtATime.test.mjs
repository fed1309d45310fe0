/** Tests that processes wait for each other, and not for one that was killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** What makes a process wait for its standard input before it deletes the file. */
const slow = () => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { rmSync } = fs;
  fs.rmSync = (name, options) => {
    if (name !== ${JSON.stringify(file)}) return rmSync(name, options);
    fs.writeSync(1, 'deleting');
    fs.readSync(0, Buffer.alloc(1));
    fs.rmSync = rmSync;
    syncBuiltinESMExports();
    rmSync(name, options);
  };
  syncBuiltinESMExports();`;

test('while one deletes what a killed process left, no other is at work', async () => {
  mkdirSync(path.dirname(file));
  writeFileSync(file, JSON.stringify({ main: { pid: 1, born: 'killed' }, children: [] }));
  const work = `
    const { oneAtATime } = await import(${JSON.stringify(MODULE)});
    await oneAtATime(${JSON.stringify(file)}, async () => console.log('at work'));`;
  const start = (before) => {
    const script = `${before}${work}`;
    return spawn(process.execPath, ['--input-type=module', '-e', script]);
  };
  child = start(slow());
  const ended = [once(child, 'exit')];
  expect(`${await once(child.stdout, 'data')}`).toBe('deleting');
  const other = start('');
  ended.push(once(other, 'exit'));
  const said = await Promise.race([once(other.stdout, 'data'), once(other.stderr, 'data')]);
  child.stdin.write('\n');
  expect(`${said}`).toContain('se espera a que termine');
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0]);
});

test('work that fails leaves nothing to wait for', async () => {
  const failing = oneAtATime(file, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});
