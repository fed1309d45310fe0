/** Keeps a process running: restarts it when it ends, with a growing delay. */
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
import { onStop, register, stopProcess } from './supervisor.mjs';

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
 * @typedef {object} Options
 * @property {string} name as lines about it say it
 * @property {string} log the file that gets its output
 * @property {(descriptor: number) => ChildProcess} launch starts it, with its output there
 * @property {(child: ChildProcess) => Promise<boolean>} ready whether that child serves yet
 * @property {'apps' | 'servers'} [turn] when it is stopped: apps before servers
 * @property {NodeJS.Signals} [signal] asks it to stop
 * @property {number} [graceMs] how long it may take to stop
 */

/** Resolves once it is ready for the first time. @param {Options} options */
export function keepRunning(options) {
  const managed = new ManagedProcess(options);
  onStop(() => managed.stop(), options.turn);
  return managed.start();
}

/** The error for a process that was never ready, with its exit and its last lines. */
export class NeverReady extends Error {
  constructor(name, { how, code, lines }) {
    super(`${name} no arrancó (${how}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.code = code;
    this.lines = lines;
  }
}

export class ManagedProcess {
  #options;
  /** @type {ChildProcess} */
  #child;
  #stopped = false;

  constructor(options) {
    this.#options = { signal: 'SIGTERM', graceMs: 30_000, ...options };
  }

  async start() {
    const { name, log } = this.#options;
    mkdirSync(path.dirname(log), { recursive: true });
    if (existsSync(log) && statSync(log).size > LOG_BYTES) renameSync(log, `${log}.1`);
    for (let tries = 1; ; tries++) {
      const { exit, failure } = this.#launch();
      const failed = await failure;
      if (this.#stopped) throw new Error(`${name} se detuvo`);
      if (!failed) return void this.#restartAfter(exit);
      // a process that never answered still runs
      this.#child.kill('SIGKILL');
      if (tries === TRIES || failed.code === MISCONFIGURED) throw new NeverReady(name, failed);
      await sleep(FIRST_DELAY_MS * tries);
    }
  }

  async stop() {
    this.#stopped = true;
    await stopProcess(this.#child, this.#options.signal, this.#options.graceMs);
  }

  /** Starts it once: `exit` resolves when it ends, `failure` to undefined once it is ready. */
  #launch() {
    const { name, log, launch, ready, signal } = this.#options;
    const descriptor = openSync(log, 'a');
    const [from, since] = [statSync(log).size, Date.now()];
    try {
      this.#child = launch(descriptor);
    } finally {
      closeSync(descriptor);
    }
    const child = this.#child;
    register(child, name, signal);
    const exit = new Promise((resolve) => {
      const end = (how, code) =>
        resolve({ how, code, lived: Date.now() - since, lines: tailOf(log, from) });
      child.once('error', ({ message }) => end(message));
      child.once('exit', (code, by) => end(by ?? `salida ${code}`, code));
    });
    return { exit, failure: Promise.race([exit, notReady(() => ready(child), child)]) };
  }

  async #restartAfter(exit) {
    const { name } = this.#options;
    for (let inARow = 1; ; inARow++) {
      const { pid } = this.#child;
      const { how, lived, lines } = await exit;
      if (this.#stopped) return;
      if (lived > HEALTHY_MS) inARow = 1;
      say(yellow(`${name} (proceso ${pid}) terminó: ${how}. Se inicia de nuevo.`));
      const since = Date.now();
      if (inARow > 1) {
        for (const line of lines) say(`  ${line}`);
        const delay = Math.min(FIRST_DELAY_MS * 2 ** inARow, LONGEST_DELAY_MS);
        await sleep(delay, undefined, { ref: false });
        if (this.#stopped) return;
      }
      const next = this.#launch();
      exit = next.exit;
      next.failure.then(
        (failed) => failed || say(`${name} está otra vez en marcha (${took(Date.now() - since)}).`),
      );
    }
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
