/** Tests that a run owns its home and stops its processes in order. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { owner } from './processList.mjs';
import { listFile, onStop, supervised } from './supervisor.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'rafaga-supervisor-'));
afterAll(() => rmSync(home, { recursive: true }));

test('a run owns its home, stops apps before servers, and leaves the home free', async () => {
  const stopped = [];
  const result = await supervised(home, async () => {
    expect(owner(listFile(home))?.pid).toBe(process.pid);
    await expect(supervised(home, async () => 'second')).rejects.toThrow(`proceso ${process.pid}`);
    onStop(async () => void stopped.push('server'), 'servers');
    onStop(async () => {
      await sleep(20);
      stopped.push('app');
    });
    const takeBack = onStop(async () => void stopped.push('ended before'));
    takeBack();
    return 7;
  });
  expect(result).toBe(7);
  expect(stopped).toEqual(['app', 'server']);
  expect(existsSync(listFile(home))).toBe(false);
});
