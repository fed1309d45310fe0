/**
 * The list of a run's processes, a file in its home: it prevents a second run, and after a kill -9
 * the reaper or the next start stops what it lists.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 15_000;

/** @returns the result, or undefined when it throws */
function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The fields of /proc/PID/stat from the state on; undefined where there is no such process. */
export const processStat = (pid) =>
  attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' '));

const ps = (pid) => execFileSync('ps', ['-o', 'lstart=', '-p', pid], { stdio: 'pipe' }).toString();

/** The start time of a process, as its pid may be reused; undefined when it has ended. */
function startOf(pid) {
  if (process.platform !== 'linux') return attempt(() => ps(String(pid)).trim());
  const stat = processStat(pid);
  return stat && !['Z', 'X'].includes(stat[0]) ? stat[19] : undefined;
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
    add: (pid, name, signal) => save([...children, { pid, born: startOf(pid), name, signal }]),
    remove: (pid) => save(children.filter((child) => child.pid !== pid)),
    kill: () => send(children, () => 'SIGKILL'),
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

/** One that has ended meanwhile gets no signal. */
function send(processes, signalOf) {
  for (const child of processes) attempt(() => process.kill(child.pid, signalOf(child)));
}
