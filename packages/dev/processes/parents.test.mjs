/** Tests the reading of /proc/PID/stat. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { processStat } from './parents.mjs';

test('where there is /proc, a living process has a parent', () => {
  const parent = existsSync('/proc/self/stat') ? String(process.ppid) : undefined;
  expect(processStat(process.pid)?.[1]).toBe(parent);
});

test('a process that ended has no stat', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  expect(processStat(pid)).toBeUndefined();
});
