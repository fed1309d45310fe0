/**
 * The processes of a run, on disk: it keeps a second run out of the same home, and lets whoever
 * comes after a kill -9 (the reaper, the next start) stop what was left.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 15_000;

/**
 * When a process began: a number that was given away again names another one. Undefined: no such
 * process.
 */
function birth(pid) {
  try {
    if (process.platform === 'linux') {
      const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        .split(' ');
      return state === 'Z' || state === 'X' ? undefined : rest[18];
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

const isAlive = ({ pid, born }) => born !== undefined && birth(pid) === born;

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** @returns the process that runs in this home now, if there is one */
export function owner(file) {
  const list = read(file);
  return list && isAlive(list.main) ? list.main : undefined;
}

/** Takes a home for this process. Undefined when another one has it. */
export function openList(file) {
  const list = { main: { pid: process.pid, born: birth(process.pid) }, children: [] };
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  const write = () => writeFileSync(draft, JSON.stringify(list));
  write();
  try {
    linkSync(draft, file);
  } catch {
    return undefined;
  } finally {
    rmSync(draft);
  }
  const save = () => {
    write();
    renameSync(draft, file);
  };
  return {
    add(pid, name, signal) {
      list.children.push({ pid, born: birth(pid), name, signal });
      save();
    },
    remove(pid) {
      list.children = list.children.filter((child) => child.pid !== pid);
      save();
    },
    kill: () => send(list.children, () => 'SIGKILL'),
    close: () => rmSync(file, { force: true }),
  };
}

/**
 * Stops what a list still holds, each with its own signal, the stubborn with SIGKILL; then the list
 * goes. Gives the names.
 */
export async function stopListed(file) {
  const left = (read(file)?.children ?? []).filter(isAlive);
  send(left, ({ signal }) => signal);
  for (const until = Date.now() + PATIENCE_MS; left.some(isAlive) && Date.now() < until; )
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
      // gone meanwhile
    }
  }
}
