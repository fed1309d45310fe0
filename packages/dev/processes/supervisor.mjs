/** Supervises a run: every process that it starts is stopped with it, whatever ends it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { openList, owner, stopListed } from './processList.mjs';

const LIST = 'processes.json';
const IMPATIENCE_MS = 1_000;
/**
 * Detached children stand in groups of their own: Ctrl-C reaches them through us only, in our
 * order.
 */
export const DETACHED = process.platform !== 'win32';

let list;
let reaper;
/** What is stopped first and what last; within one of them side by side. */
const stops = { apps: new Set(), servers: new Set() };
let stopping;

export const listFile = (home) => path.join(home, LIST);

/**
 * Takes a home for the time of `work`, answers signals meanwhile, and leaves nothing running. Gives
 * what `work` gives.
 * @param {number} interrupted the exit code after a signal: 0 where a signal is the usual end
 */
export async function supervised(home, work, interrupted = 130) {
  await open(home, interrupted);
  try {
    return await work();
  } catch (error) {
    // what we stop ourselves ends badly for whoever waits for it
    if (stopping) return await close();
    throw error;
  } finally {
    await close();
  }
}

async function open(home, interrupted) {
  const file = listFile(home);
  const other = owner(file);
  if (other) throw occupied(home, other.pid);
  const left = await stopListed(file);
  if (left.length > 0) say(`Se detuvo lo que dejó una ejecución anterior: ${left.join(', ')}.`);
  list = openList(file);
  if (!list) throw occupied(home, owner(file)?.pid);
  reaper = spawn(process.execPath, [path.join(import.meta.dirname, 'reaper.mjs'), file], {
    detached: DETACHED,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  reaper.stdin.unref();
  watchSignals(() => leave(interrupted));
}

const occupied = (home, pid) =>
  new UserError(
    'Ya hay otra ejecución en ' +
      `${path.relative(process.cwd(), home) || home}${pid ? ` (proceso ${pid})` : ''}: ` +
      'detenla o usa otra carpeta con RAFAGA_HOME.',
  );

/** Puts a child on the list for as long as it lives. */
export function register(child, name, signal = 'SIGTERM') {
  if (!child.pid) return;
  list?.add(child.pid, name, signal);
  child.once('exit', () => list?.remove(child.pid));
}

/** Says how to stop something. Gives the way to take that back. */
export function onStop(stop, turn = 'apps') {
  stops[turn].add(stop);
  return () => stops[turn].delete(stop);
}

/** Stops everything, once. */
function close() {
  stopping ??= (async () => {
    for (const turn of Object.values(stops))
      await Promise.all([...turn].map((stop) => stop().catch((error) => say(error.message))));
    list?.close();
    if (!reaper) return;
    const gone = new Promise((resolve) => reaper.once('exit', resolve));
    reaper.ref();
    reaper.stdin.end();
    await gone;
  })();
  return stopping;
}

function watchSignals(leave) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
  // A signal sent to npm alone ends npm (and its shell), and never reaches us: notice that they are
  // gone.
  const parents = lineage();
  setInterval(
    () => parents.some(([pid, parent]) => parentOf(pid) !== parent) && leave(),
    500,
  ).unref();
}

let askedAt;
async function leave(code) {
  // npm and the terminal both pass one Ctrl-C on: only a later one is impatience
  if (askedAt !== undefined) {
    if (Date.now() - askedAt > IMPATIENCE_MS) list?.kill();
    return;
  }
  askedAt = Date.now();
  await close();
  process.exit(code);
}

/** Us and, where npm runs us through a shell, that shell: each with its parent now. */
function lineage() {
  const own = [process.pid, process.ppid];
  return process.env.npm_lifecycle_event && process.platform === 'linux'
    ? [own, [process.ppid, parentOf(process.ppid)]]
    : [own];
}

function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return undefined;
  }
}
