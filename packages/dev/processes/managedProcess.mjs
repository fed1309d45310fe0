/** Keeps a process running: starts it again when it ends, after a growing delay. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, took, yellow } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { isStopping, register } from './supervisor.mjs';

/** After this long a process counts as healthy: its next end is the first in a row. */
const HEALTHY_MS = 10_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** How often a process may end before it was ever ready. */
const TRIES = 3;
const READY_WITHIN_MS = 60_000;
const READY_EVERY_MS = 40;
/** A larger log is renamed at a start. */
const LOG_BYTES = 16 * 1024 * 1024;
/** The exit code of a wrong setting: the next try would end the same way. */
const MISCONFIGURED = 2;

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {object} Start
 * @property {string} log the file that gets its output
 * @property {(descriptor: number) => ChildProcess} launch starts it, with its output there
 * @property {(child: ChildProcess) => Promise<boolean>} ready whether that child serves yet
 */

/**
 * Resolves once it is ready for the first time.
 * @param {import('./processList.mjs').Stop & Start} options
 * @throws UserError when it is never ready, with its exit and its last lines
 */
export async function keepRunning(options) {
  const { name, log } = options;
  mkdirSync(path.dirname(log), { recursive: true });
  if (existsSync(log) && statSync(log).size > LOG_BYTES) renameSync(log, `${log}.1`);
  for (let tries = 1; ; tries++) {
    const started = start(options);
    const failed = await started.failure;
    if (isStopping()) throw new Error(`${name} se detuvo`);
    if (!failed) return void startAgain(options, started);
    // a process that never answered still runs
    started.child.kill('SIGKILL');
    const { how, code, lines } = failed;
    // of a wrong setting the process itself said which, in a sentence
    if (code === MISCONFIGURED) throw new UserError(lines.join('\n'));
    if (tries === TRIES)
      throw new UserError([`${name} no arrancó (${how}):`, ...lines].join('\n  '));
    await sleep(FIRST_DELAY_MS * tries);
  }
}

/** Starts it once: `exit` resolves when it ends, `failure` to undefined once it is ready. */
function start({ name, log, launch, ready, ...how }) {
  const descriptor = openSync(log, 'a');
  const [from, since] = [statSync(log).size, Date.now()];
  let child;
  try {
    child = launch(descriptor);
  } finally {
    closeSync(descriptor);
  }
  register(child, { name, graceMs: 30_000, ...how });
  const exit = new Promise((resolve) => {
    const end = (reason, code) =>
      resolve({ how: reason, code, lived: Date.now() - since, lines: tailOf(log, from) });
    child.once('error', ({ message }) => end(message));
    child.once('exit', (code, by) => end(by ?? `salida ${code}`, code));
  });
  return { child, exit, failure: Promise.race([exit, notReady(() => ready(child), child)]) };
}

/** Each time that it ends, until the run ends. */
async function startAgain(options, { child, exit }) {
  const { name } = options;
  for (let inARow = 1; ; inARow++) {
    const { how, lived, lines } = await exit;
    if (isStopping()) return;
    if (lived > HEALTHY_MS) inARow = 1;
    say(yellow(`${name} (proceso ${child.pid}) terminó: ${how}. Se inicia de nuevo.`));
    if (inARow > 1) for (const line of lines) say(`  ${line}`);
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (inARow - 1), LONGEST_DELAY_MS);
    await sleep(delay, undefined, { ref: false });
    if (isStopping()) return;
    const since = Date.now();
    const again = start(options);
    ({ child, exit } = again);
    again.failure.then(
      (failed) => failed || say(`${name} está otra vez en marcha (${took(Date.now() - since)}).`),
    );
  }
}

/** Resolves to undefined once `ready` says so, to a failure when it takes too long. */
async function notReady(ready, child) {
  const until = Date.now() + READY_WITHIN_MS;
  while (!(await ready().catch(() => false))) {
    // the process has ended: `exit` has resolved first
    if (child.exitCode !== null || child.signalCode !== null) await new Promise(() => undefined);
    if (Date.now() > until)
      return { how: `no respondió en ${READY_WITHIN_MS / 1000} s`, lines: [] };
    await sleep(READY_EVERY_MS);
  }
  return undefined;
}

/** The last lines of a log from a position on; none steers the terminal that shows it. */
const tailOf = (log, from) => {
  const lines = readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n').slice(-8);
  return lines.map((line) => line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd'));
};
