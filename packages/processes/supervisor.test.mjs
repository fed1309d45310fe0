/** Tests that a run owns its home and stops its processes in order. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { listFile, owner } from './processList.mjs';
import { isStopping, register, supervised } from './supervisor.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'rafaga-supervisor-'));
afterAll(() => rmSync(home, { recursive: true }));

const ends = path.join(home, 'ends');
const SCRIPT = `
  process.on('SIGTERM', () => setTimeout(() => {
    require('node:fs').appendFileSync(${JSON.stringify(ends)}, process.argv[1] + ' ');
    process.exit();
  }, Number(process.argv[2])));
  console.log('up');
  setInterval(() => {}, 1e6);`;

/** A process that takes its time to stop, and writes its name when it does. */
async function aProcess(name, turn, stopsAfterMs) {
  const child = spawn(process.execPath, ['-e', SCRIPT, name, String(stopsAfterMs)]);
  register(child, { name, turn });
  await once(child.stdout, 'data');
}

test('a run owns its home, stops apps before servers, and leaves the home free', async () => {
  const result = await supervised(home, async () => {
    expect(owner(listFile(home))?.pid).toBe(process.pid);
    await expect(supervised(home, async () => 'second')).rejects.toThrow(`proceso ${process.pid}`);
    await Promise.all([aProcess('server', 'servers', 0), aProcess('app', 'apps', 200)]);
    expect(isStopping()).toBe(false);
    return 7;
  });
  expect([result, isStopping()]).toEqual([7, true]);
  expect(readFileSync(ends, 'utf8')).toBe('app server ');
  expect(existsSync(listFile(home))).toBe(false);
});

test('a process that ended by itself is no longer listed', async () => {
  await supervised(home, async () => {
    const child = spawn(process.execPath, ['-e', '']);
    register(child, { name: 'short' });
    const listed = () => JSON.parse(readFileSync(listFile(home), 'utf8')).children;
    expect(listed()).toEqual([expect.objectContaining({ pid: child.pid, name: 'short' })]);
    await once(child, 'exit');
    expect(listed()).toEqual([]);
  });
});

test('a run whose list cannot be written goes on, and leaves nothing running', async () => {
  const draft = `${listFile(home)}.${process.pid}`;
  const spawned = (script) => {
    const child = spawn(process.execPath, ['-e', script]);
    register(child, { name: 'x' });
    return once(child, 'exit');
  };
  const left = await supervised(home, async () => {
    // as on a full disk
    mkdirSync(draft);
    expect(await spawned('')).toEqual([0, null]);
    return { exit: spawned('setInterval(() => {}, 1e6)') };
  });
  expect(await left?.exit).toEqual([null, 'SIGKILL']);
  rmSync(draft, { recursive: true });
});
