/**
 * The list of a run's processes, a file in its home: it prevents a second run, and has what is
 * stopped at the end of the run, or after a kill -9 by the reaper or the next start.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson, writeJson } from './jsonFile.mjs';

/**
 * @typedef {object} Stop
 * @property {string} name as lines about it say it
 * @property {'apps' | 'servers'} [turn] when it is stopped: apps before servers
 * @property {NodeJS.Signals} [signal] asks it to stop
 */
const USUAL = { turn: 'apps', signal: 'SIGTERM' };
/** How long it may take then until SIGKILL: longer than any program takes. */
const GRACE_MS = 30_000;

export const listFile = (home) => path.join(home, 'processes.json');

/** @returns the result, or undefined when it throws */
function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The start time of a process, as its pid may be reused; undefined when it has ended. */
function startOf(pid) {
  if (process.platform !== 'linux')
    return attempt(() => String(execFileSync('ps', ['-o', 'lstart=', '-p', pid])).trim());
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1));
  const [state, ...fields] = stat?.split(' ') ?? ['X'];
  return 'ZX'.includes(state) ? undefined : fields[18];
}

const isAlive = ({ pid, born }) => born !== undefined && startOf(pid) === born;
const listed = (pid, how = {}) => ({ pid, born: startOf(pid), ...how });
const read = (file) => attempt(() => readJson(file));

/** @returns the process that runs in this home now, if there is one */
export const owner = (file) => [read(file)?.main].find((main) => main && isAlive(main));

/** @returns undefined when there is no such file; one that cannot be read is an error */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Deletes the list of a process that has ended. Of several processes, one at a time may do it. */
export function deleteEnded(file) {
  const found = textOf(file);
  const main = attempt(() => JSON.parse(found).main);
  if (found === undefined || (main && isAlive(main))) return;
  // it may have deleted its list before it ended, and another process may have linked its own
  if (textOf(file) === found) rmSync(file, { force: true });
}

/** Takes a home for this process. Undefined when another process has it. */
export function openList(file) {
  let children = [];
  const list = { main: listed(process.pid), children };
  const draft = `${file}.${process.pid}.new`;
  writeJson(draft, list);
  // of two runs, one makes the link, to a list that is complete
  try {
    linkSync(draft, file);
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  } finally {
    rmSync(draft);
  }
  const save = (changed) => {
    children = changed;
    writeJson(file, { ...list, children });
  };
  return {
    /** @param {number} pid @param {Stop} how */
    add: (pid, how) => save([...children, listed(pid, how)]),
    remove: (pid) => save(children.filter((child) => child.pid !== pid)),
    kill: () => {
      for (const { pid } of children) send(pid, 'SIGKILL');
    },
  };
}

/**
 * Stops what the list of a run has, the apps before the servers, each process with its own signal
 * and after its grace with SIGKILL; then deletes the list. What runs no longer is not announced.
 * @param run the pid of its supervisor: the next run has the same file, and is left alone
 * @returns the names of what it stopped
 */
export async function stopListed(file, run = read(file)?.main?.pid, graceMs = GRACE_MS) {
  // a reaper and the next start may do it at the same time
  const isItsList = () => read(file)?.main?.pid === run;
  if (isItsList()) rmSync(path.join(path.dirname(file), 'demo.json'), { force: true });
  const asked = new Map();
  for (const turn of ['apps', 'servers'])
    for (;;) {
      const children = (isItsList() && read(file)?.children) || [];
      const usual = children.map((child) => ({ ...USUAL, ...child }));
      const left = usual.filter((child) => child.turn === turn && isAlive(child));
      if (left.length === 0) break;
      for (const { pid, name, signal } of left) {
        const { since = Date.now() } = asked.get(pid) ?? {};
        if (!asked.has(pid)) send(pid, signal);
        else if (Date.now() - since > graceMs) send(pid, 'SIGKILL');
        asked.set(pid, { name, since });
      }
      await sleep(40);
    }
  if (isItsList()) rmSync(file, { force: true });
  return [...asked.values()].map(({ name }) => name);
}

/** One that has ended meanwhile gets no signal. */
const send = (pid, signal) => attempt(() => process.kill(pid, signal));
