/** Keeps a process running: starts it again when it ends. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, yellow } from './progress.mjs';
import { isStopping, register } from './supervisor.mjs';
import { UserError } from './userError.mjs';

const AGAIN_MS = 300;
const READY_WITHIN_MS = 60_000;
const READY_EVERY_MS = 40;

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {object} Start
 * @property {string} log the file that gets its output; that of the run before is kept beside it
 * @property {(descriptor: number) => ChildProcess} launch starts it, with its output there
 * @property {(child: ChildProcess) => Promise<unknown>} ready resolves when that child serves
 */

/**
 * Resolves once it is ready for the first time.
 * @param {import('./processList.mjs').Stop & Start} options
 * @throws UserError when it ends before, with its exit and its last lines
 */
export async function keepRunning(options) {
  const { name, log } = options;
  mkdirSync(path.dirname(log), { recursive: true });
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const first = start(options);
  const failure = await first.failure;
  if (isStopping()) throw new Error(`${name} se detuvo`);
  if (!failure) return void startAgain(options, first);
  // a process that never answered still runs
  first.child.kill('SIGKILL');
  throw new UserError([`${name} no arrancó (${failure}):`, ...lastLines(log)].join('\n  '));
}

/** Starts it once: `exit` resolves when it ends, `failure` to undefined once it is ready. */
function start({ name, log, launch, ready, ...how }) {
  const descriptor = openSync(log, 'a');
  const child = launch(descriptor);
  closeSync(descriptor);
  register(child, { name, ...how });
  const exit = new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ?? `salida ${code}`));
  });
  const late = `no respondió en ${READY_WITHIN_MS / 1000} s`;
  const failure = Promise.race([
    exit,
    ready(child).then(() => undefined),
    sleep(READY_WITHIN_MS, late, { ref: false }),
  ]);
  return { child, exit, failure };
}

/** Each time that it ends, until the run ends. */
async function startAgain(options, { child, exit }) {
  const { name, log } = options;
  for (;;) {
    const how = await exit;
    if (isStopping()) return;
    say(yellow(`${name} (proceso ${child.pid}) terminó: ${how}. Se inicia de nuevo (${log}).`));
    await sleep(AGAIN_MS, undefined, { ref: false });
    if (isStopping()) return;
    const next = start(options);
    next.failure.then((failure) => failure || say(`${name} está otra vez en marcha.`));
    ({ child, exit } = next);
  }
}

/** Asks a server until it answers, or ends. */
export const untilAnswered = (ask) => async (child) => {
  while (child.exitCode === null && child.signalCode === null)
    try {
      return await ask();
    } catch {
      await sleep(READY_EVERY_MS, undefined, { ref: false });
    }
};

/** None steers the terminal that shows it. */
const lastLines = (log) => {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-20);
  return lines.map((line) => line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd'));
};
