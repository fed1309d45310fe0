/** Supervises a run: when it ends, for any reason, every process that it started is stopped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { onParentsGone } from './parents.mjs';
import { openList, owner, stopListed } from './processList.mjs';

const SAME_SIGNAL_MS = 1_000;
const REAPER = path.join(import.meta.dirname, 'reaper.mjs');

let list;
let reaper;
/** The functions that stop processes: first the apps, then the servers, each in parallel. */
const stops = { apps: new Set(), servers: new Set() };
let stopping;

export const listFile = (home) => path.join(home, 'processes.json');

/**
 * Takes a home for the time of `work`, answers signals meanwhile, and leaves nothing running.
 * Resolves to what `work` resolves to.
 * @param {number} interrupted the exit code after a signal: 0 where a signal is the usual end
 */
export async function supervised(home, work, interrupted = 130) {
  await open(home, interrupted);
  try {
    return await work();
  } catch (error) {
    // a process that the supervisor stopped fails the work that waits for it
    if (!stopping) throw error;
  } finally {
    await close();
  }
}

async function open(home, interrupted) {
  const file = listFile(home);
  if (owner(file)) throw occupied(home);
  const stopped = await stopListed(file);
  if (stopped.length > 0)
    say(`Se detuvo lo que dejó una ejecución anterior: ${stopped.join(', ')}.`);
  list = openList(file);
  if (!list) throw occupied(home);
  const stdio = /** @type {const} */ (['pipe', 'ignore', 'ignore']);
  reaper = spawn(process.execPath, [REAPER, file], { detached: true, stdio: [...stdio] });
  reaper.unref();
  reaper.stdin.unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => leave(interrupted));
  onParentsGone(() => leave(interrupted));
}

function occupied(home) {
  const [place, pid] = [path.relative(process.cwd(), home) || home, owner(listFile(home))?.pid];
  return new UserError(
    `Ya hay otra ejecución en ${place}${pid ? ` (proceso ${pid})` : ''}: ` +
      'detenla o usa otra carpeta con RAFAGA_HOME.',
  );
}

/** Lists a child for as long as it lives. */
export function register(child, name, signal = 'SIGTERM') {
  if (!child.pid) return;
  list?.add(child.pid, name, signal);
  child.once('exit', () => list?.remove(child.pid));
}

/** Adds what has to be done at the end of the run. @returns takes it back */
export function onStop(stop, turn = 'apps') {
  stops[turn].add(stop);
  return () => stops[turn].delete(stop);
}

/** Ends a child with its signal, or after the grace with SIGKILL. */
export async function stopProcess(child, signal, graceMs) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exit;
  clearTimeout(timer);
}

/** Stops everything, once. */
function close() {
  stopping ??= (async () => {
    for (const turn of Object.values(stops))
      await Promise.all([...turn].map((stop) => stop().catch((error) => say(error.message))));
    list?.close();
    const exit = once(reaper, 'exit');
    reaper.ref();
    reaper.stdin.end();
    await exit;
  })();
  return stopping;
}

let askedAt;
async function leave(code) {
  // npm and the terminal both pass one Ctrl-C on: only a later one asks for SIGKILL
  if (askedAt && Date.now() - askedAt > SAME_SIGNAL_MS) list?.kill();
  if (askedAt) return;
  askedAt = Date.now();
  await close();
  process.exit(code);
}
