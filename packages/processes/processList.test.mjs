/** Tests the owner of a home, and the processes that an ended run left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openList, owner, stopListed } from './processList.mjs';

let folder;
let file;
const children = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-list-'));
  file = path.join(folder, 'processes.json');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A process that runs until it is stopped. */
async function aProcess(more = '') {
  const script = `${more} console.log("up"); setInterval(() => {}, 1e6)`;
  const child = spawn(process.execPath, ['-e', script]);
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('a home has one owner', () => {
  expect(owner(file)).toBeUndefined();
  openList(file);
  expect(owner(file)?.pid).toBe(process.pid);
  expect(openList(file)).toBeUndefined();
  rmSync(file);
  expect(owner(file)).toBeUndefined();
});

test('the processes of an ended run are stopped, and its list is deleted', async () => {
  const child = await aProcess();
  const exit = once(child, 'exit');
  openList(file)?.add(child.pid, { name: 'Redis', turn: 'servers' });
  expect(await stopListed(file)).toEqual(['Redis']);
  expect(await exit).toEqual([null, 'SIGTERM']);
  expect(existsSync(file)).toBe(false);
});

test('a process that has the pid of a listed one is not stopped', async () => {
  const child = await aProcess();
  openList(file)?.add(child.pid, { name: 'Redis', turn: 'servers' });
  const list = JSON.parse(readFileSync(file, 'utf8'));
  list.children[0].born = 'earlier';
  writeFileSync(file, JSON.stringify(list));
  expect(await stopListed(file)).toEqual([]);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
});

test('the list of a later run, and what it has, is left alone', async () => {
  const child = await aProcess();
  openList(file)?.add(child.pid, { name: 'Redis' });
  expect(await stopListed(file, process.pid + 1)).toEqual([]);
  expect([existsSync(file), child.signalCode]).toEqual([true, null]);
});

test('the demo of a run is no longer announced when the run is stopped', async () => {
  const demo = path.join(folder, 'demo.json');
  openList(file);
  writeFileSync(demo, '{}');
  await stopListed(file, process.pid + 1);
  expect(existsSync(demo)).toBe(true);
  await stopListed(file);
  expect(existsSync(demo)).toBe(false);
});

test('without a list, or with half of one, nothing is stopped and nothing is left', async () => {
  expect(await stopListed(file)).toEqual([]);
  writeFileSync(file, '');
  expect(await stopListed(file)).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test('an owner that ended does not prevent the next run', async () => {
  const child = await aProcess();
  openList(file);
  writeFileSync(file, JSON.stringify({ main: { pid: child.pid, born: 'earlier' }, children: [] }));
  expect(owner(file)).toBeUndefined();
});

test('a process that does not stop is killed after its grace', async () => {
  const child = await aProcess('process.on("SIGTERM", () => {});');
  const exit = once(child, 'exit');
  openList(file)?.add(child.pid, { name: 'Redis' });
  expect(await stopListed(file, process.pid, 1)).toEqual(['Redis']);
  expect(await exit).toEqual([null, 'SIGKILL']);
});

test('a list of an earlier version, which names no turn, is stopped too', async () => {
  const child = await aProcess();
  openList(file)?.add(child.pid, { name: 'Redis' });
  expect(await stopListed(file)).toEqual(['Redis']);
});
