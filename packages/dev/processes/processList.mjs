/**
 * The list of a run's processes, a file in its home: it prevents a second run, and has what is
 * stopped at the end of the run, or after a kill -9 by the reaper or the next start.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { putDemoAside } from '../demo/demoFile.mjs';

/**
 * @typedef {object} Stop
 * @property {string} name as lines about it say it
 * @property {'apps' | 'servers'} [turn] when it is stopped: apps before servers
 * @property {NodeJS.Signals} [signal] asks it to stop
 * @property {number} [graceMs] how long it may take until SIGKILL
 */
const USUAL = { turn: 'apps', signal: 'SIGTERM', graceMs: 15_000 };
const TURNS = ['apps', 'servers'];

/** @returns the result, or undefined when it throws */
function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The start time of a process, as its pid may be reused; undefined when it has ended. */
function startOf(pid) {
  if (process.platform !== 'linux') {
    const ps = () => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: 'pipe' });
    return attempt(() => ps().toString().trim());
  }
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1));
  const [state, ...fields] = stat?.split(' ') ?? ['X'];
  return 'ZX'.includes(state) ? undefined : fields[18];
}

const isAlive = ({ pid, born }) => born !== undefined && startOf(pid) === born;

const read = (file) => attempt(() => JSON.parse(readFileSync(file, 'utf8')));

/** @returns the process that runs in this home now, if there is one */
export const owner = (file) => [read(file)?.main].find((main) => main && isAlive(main));

/** Takes a home for this process. Undefined when another process has it. */
export function openList(file) {
  let children = [];
  const draft = `${file}.${process.pid}`;
  const main = { pid: process.pid, born: startOf(process.pid) };
  const write = () => writeFileSync(draft, JSON.stringify({ main, children }));
  const save = (changed) => {
    children = changed;
    write();
    renameSync(draft, file);
  };
  mkdirSync(path.dirname(file), { recursive: true });
  write();
  // of two runs, one makes the link, to a list that is complete
  const taken = attempt(() => linkSync(draft, file) ?? true);
  rmSync(draft);
  if (!taken) return undefined;
  return {
    /** @param {number} pid @param {Stop} how */
    add: (pid, how) => save([...children, { pid, born: startOf(pid), ...how }]),
    remove: (pid) => save(children.filter((child) => child.pid !== pid)),
    kill: () => {
      for (const child of children) send(child, 'SIGKILL');
    },
  };
}

/**
 * Stops what the list of a run has, the apps before the servers, each process with its own signal
 * and after its grace with SIGKILL; then deletes the list. What runs no longer is not announced.
 * @param run the pid of its supervisor: the next run has the same file, and is left alone
 * @returns the names of what it stopped
 */
export async function stopListed(file, run = read(file)?.main?.pid) {
  const isItsList = () => read(file)?.main?.pid === run;
  // a reaper and the next start may do it at the same time
  if (isItsList()) attempt(() => putDemoAside(path.dirname(file)));
  const asked = new Map();
  const listed = () => (isItsList() ? (read(file)?.children ?? []) : []);
  const left = (turn) => listed().filter(isLeft(turn));
  for (const turn of TURNS)
    for (let rest = left(turn); rest.length > 0; rest = left(turn)) {
      for (const child of rest) {
        const { name, signal, graceMs } = { ...USUAL, ...child };
        const until = asked.get(child.pid)?.until;
        if (!until) asked.set(child.pid, { name, until: Date.now() + graceMs });
        if (!until || Date.now() > until) send(child, until ? 'SIGKILL' : signal);
      }
      await sleep(40);
    }
  if (isItsList()) rmSync(file, { force: true });
  return [...asked.values()].map(({ name }) => name);
}

const isLeft = (turn) => (child) => (child.turn ?? USUAL.turn) === turn && isAlive(child);

/** One that has ended meanwhile gets no signal. */
const send = ({ pid }, signal) => attempt(() => process.kill(pid, signal));
