/** A lock file is removed only when no PostgreSQL runs in its folder. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { removeStaleLock } from './staleLock.mjs';

let data;
const children = [];

beforeEach(() => {
  data = realpathSync(mkdtempSync(path.join(tmpdir(), 'rafaga-lock-')));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(data, { recursive: true });
});

/** A process that works in a folder, with the folder among its arguments as a server has it. */
function processIn(cwd) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)', cwd], { cwd });
  children.push(child);
  return child.pid;
}

const lock = () => path.join(data, 'postmaster.pid');
const lockedBy = (pid) => writeFileSync(lock(), `${pid}\n${data}\n1764000000\n55440\n`);

test('the lock of a process number that another program has now is removed', () => {
  lockedBy(processIn(tmpdir()));
  expect(removeStaleLock(data)).toBe(true);
  expect(existsSync(lock())).toBe(false);
});

test('the lock of a process that has ended is left to PostgreSQL', () => {
  lockedBy(2 ** 22 + 12345);
  expect(removeStaleLock(data)).toBe(false);
});

test('the lock of the server of this folder stays', () => {
  lockedBy(processIn(data));
  expect(removeStaleLock(data)).toBe(false);
  expect(existsSync(lock())).toBe(true);
});

test('a folder without a lock, or with half of one, is left as it is', () => {
  expect(removeStaleLock(data)).toBe(false);
  writeFileSync(lock(), '');
  expect(removeStaleLock(data)).toBe(false);
});
