/**
 * The list of a run's processes, a file in its home: it prevents a second run, and after a kill -9
 * the reaper or the next start stops what it lists.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStat } from './parents.mjs';

const GRACE_MS = 15_000;

/** The start time of a process, as its pid may be reused; undefined when it has ended. */
function startOf(pid) {
  if (process.platform === 'linux') {
    const stat = processStat(pid);
    return stat && !['Z', 'X'].includes(stat[0]) ? stat[19] : undefined;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: 'pipe' })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

const isAlive = ({ pid, born }) => born !== undefined && startOf(pid) === born;

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @returns the process that runs in this home now, if there is one */
export function owner(file) {
  const main = read(file)?.main;
  return main && isAlive(main) ? main : undefined;
}

/** Takes a home for this process. Undefined when another process has it. */
export function openList(file) {
  const list = { main: { pid: process.pid, born: startOf(process.pid) }, children: [] };
  const draft = `${file}.${process.pid}`;
  const write = () => writeFileSync(draft, JSON.stringify(list));
  const save = (children) => {
    list.children = children;
    write();
    renameSync(draft, file);
  };
  mkdirSync(path.dirname(file), { recursive: true });
  write();
  try {
    linkSync(draft, file);
  } catch {
    return undefined;
  } finally {
    rmSync(draft);
  }
  return {
    add: (pid, name, signal) => save([...list.children, { pid, born: startOf(pid), name, signal }]),
    remove: (pid) => save(list.children.filter((child) => child.pid !== pid)),
    kill: () => send(list.children, () => 'SIGKILL'),
    close: () => rmSync(file, { force: true }),
  };
}

/**
 * Stops what a list still has, each process with its own signal and after the grace with SIGKILL;
 * then deletes the list. @returns the names of what it stopped
 */
export async function stopListed(file) {
  const left = (read(file)?.children ?? []).filter(isAlive);
  send(left, ({ signal }) => signal);
  for (const until = Date.now() + GRACE_MS; left.some(isAlive) && Date.now() < until; )
    await sleep(50);
  send(left.filter(isAlive), () => 'SIGKILL');
  while (left.some(isAlive)) await sleep(20);
  rmSync(file, { force: true });
  return left.map(({ name }) => name);
}

function send(processes, signalOf) {
  for (const child of processes) {
    try {
      process.kill(child.pid, signalOf(child));
    } catch {
      // it ended meanwhile
    }
  }
}
