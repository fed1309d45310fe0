/**
 * Keeps a process running: when it dies it is started again, with a line saying so, and more slowly
 * each time it dies at once.
 */
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
import { onStop, register } from './supervisor.mjs';

/** It lived this long: its next death is news, not a repetition. */
const HEALTHY_MS = 10_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** How often a process may die before it was ever ready. */
const TRIES = 3;
const READY_WITHIN_MS = 60_000;
/** A log larger than this is put aside at a start. */
const LOG_BYTES = 16 * 1024 * 1024;
const QUESTION_EVERY_MS = 40;

/** A process that never got ready, with the last lines it wrote. */
export class NeverReady extends Error {
  constructor(name, how, code, lines) {
    super(`${name} no arrancó (${how}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.code = code;
    this.lines = lines;
  }
}

/**
 * @param {object} options
 * @param {string} options.name as said in lines about it
 * @param {string} options.log the file that gets its output
 * @param {(descriptor: number) => import('node:child_process').ChildProcess} options.launch starts
 * it, with its output there
 * @param {(child: import('node:child_process').ChildProcess) => Promise<boolean>} options.ready
 * whether that child does its work yet
 * @param {'apps' | 'servers'} [options.turn] when it is stopped: 'apps' go before 'servers'
 * @param {NodeJS.Signals} [options.signal] asks it to stop
 * @param {number} [options.graceMs] how long it may take to stop
 * @returns once it is ready for the first time: how to stop it
 */
export async function keepRunning({
  name,
  log,
  launch,
  ready,
  turn = 'apps',
  signal = 'SIGTERM',
  graceMs = 30_000,
}) {
  makeRoom(log);
  let child;
  let stopped = false;
  let deaths = 0;

  const begin = () => {
    const descriptor = openSync(log, 'a');
    const size = statSync(log).size;
    try {
      child = launch(descriptor);
    } finally {
      closeSync(descriptor);
    }
    register(child, name, signal);
    const own = child;
    const since = Date.now();
    const exit = new Promise((resolve) => {
      own.once('error', (error) => resolve({ how: error.message }));
      own.once('exit', (code, by) => resolve({ how: by ?? `salida ${code}`, code }));
    }).then((death) => ({ ...death, lived: Date.now() - since, lines: lastLines(log, size) }));
    return { exit, up: Promise.race([exit, answered(() => ready(own), exit)]) };
  };

  const watch = async ({ exit }) => {
    const pid = child.pid;
    const { how, lived, lines } = await exit;
    if (stopped) return;
    deaths = lived > HEALTHY_MS ? 1 : deaths + 1;
    say(yellow(`${name} (proceso ${pid}) terminó: ${how}. Se inicia de nuevo.`));
    if (deaths > 1) for (const line of lines) say(`  ${line}`);
    const since = Date.now();
    await sleep(
      deaths === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** deaths, LONGEST_DELAY_MS),
      undefined,
      { ref: false },
    );
    if (stopped) return;
    const next = begin();
    next.up.then(
      (death) =>
        death === undefined &&
        say(`${name} está otra vez en marcha (${took(Date.now() - since)}).`),
    );
    await watch(next);
  };

  const stop = async () => {
    stopped = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const hurry = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await gone;
    clearTimeout(hurry);
  };
  onStop(stop, turn);

  for (let tries = 1; ; tries++) {
    const life = begin();
    const death = await life.up;
    if (stopped) throw new Error(`${name} se detuvo`);
    if (death === undefined) {
      watch(life);
      return { stop, pid: () => child.pid };
    }
    // exit code 2: it was configured wrongly, and would be again
    if (death.silent) child.kill('SIGKILL');
    if (tries === TRIES || death.code === 2)
      throw new NeverReady(name, death.how, death.code, death.lines);
    await sleep(FIRST_DELAY_MS * tries);
  }
}

/** Asks until the answer is yes (then undefined), the process is gone, or patience ends. */
async function answered(ready, exit) {
  let gone = false;
  exit.then(() => {
    gone = true;
  });
  const until = Date.now() + READY_WITHIN_MS;
  while (!gone) {
    if (await ready().catch(() => false)) return undefined;
    if (Date.now() > until)
      return { how: `no respondió en ${READY_WITHIN_MS / 1000} s`, lines: [], silent: true };
    await sleep(QUESTION_EVERY_MS);
  }
  return exit;
}

function makeRoom(log) {
  mkdirSync(path.dirname(log), { recursive: true });
  if (existsSync(log) && statSync(log).size > LOG_BYTES) renameSync(log, `${log}.1`);
}

/** What it wrote since it began, its last lines. */
const lastLines = (log, from) =>
  readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n').slice(-8);
