/** Supervises a run: when it ends, for any reason, every process that it started is stopped. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { listFile, openList, owner, stopListed } from './processList.mjs';
import { say } from './progress.mjs';
import { UserError } from './userError.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SAME_SIGNAL_MS = 1_000;
const PARENT_EVERY_MS = 500;
const REAPER = path.join(import.meta.dirname, 'reaper.mjs');

let list;
let stopping;

/** Whether the run ends: what ends now is not started again. */
export const isStopping = () => Boolean(stopping);

/**
 * Takes a home for the time of `work`, answers signals meanwhile, and leaves nothing running.
 * Resolves to what `work` resolves to.
 * @param {number} interrupted the exit code after a signal: 0 where a signal is the usual end
 */
export async function supervised(home, work, interrupted = 130) {
  const close = await open(home);
  let askedAt;
  const leave = async () => {
    // npm and the terminal both pass one Ctrl-C on: only a later one asks for SIGKILL
    if (askedAt && Date.now() - askedAt > SAME_SIGNAL_MS) list?.kill();
    if (askedAt) return;
    askedAt = Date.now();
    await close();
    process.exit(interrupted);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  // a signal that is sent only to npm ends npm alone
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && leave(), PARENT_EVERY_MS).unref();
  try {
    return await work();
  } catch (error) {
    // a process that was stopped fails the work that waits for it
    if (!stopping) throw error;
  } finally {
    await close();
    clearInterval(timer);
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

/** @returns stops everything, once */
async function open(home) {
  const file = listFile(home);
  if (owner(file)) throw occupied(home);
  const stopped = await stopListed(file);
  if (stopped.length > 0)
    say(`Se detuvo lo que dejó una ejecución anterior: ${stopped.join(', ')}.`);
  list = openList(file);
  if (!list) throw occupied(home);
  stopping = undefined;
  const reaper = spawn(process.execPath, [REAPER, file, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  /** @type {import('node:net').Socket} */ (reaper.stdin).unref();
  const stop = async () => {
    await stopListed(file, process.pid);
    // what the file lacks because it could not be written
    list?.kill();
    list = undefined;
    reaper.kill('SIGKILL');
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}

function occupied(home) {
  const { pid } = owner(listFile(home)) ?? {};
  const place = path.relative(process.cwd(), home) || home;
  return new UserError(
    `Ya hay otra ejecución en ${place}${pid ? ` (proceso ${pid})` : ''}: ` +
      'detenla o usa otra carpeta con RAFAGA_HOME.',
  );
}

/**
 * Lists a child for as long as it lives.
 * @param {import('./processList.mjs').Stop} how it is stopped
 */
export function register(child, how) {
  if (!child.pid) return;
  note(() => list?.add(child.pid, how));
  child.once('exit', () => note(() => list?.remove(child.pid)));
}

/** On a full disk the run goes on. */
function note(change) {
  try {
    change();
  } catch (error) {
    say(`No se pudo anotar qué procesos hay: ${error.message}.`);
  }
}
