/**
 * A program as a process that is restarted when it ends unexpectedly; a scenario can set its clock
 * and stop it at checkpoints.
 */
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, startProgram } from './program.js';

export interface Order {
  checkpoint: 'claimed' | 'signed' | 'intended' | 'answered' | 'kept' | 'settled';
  documentId?: number;
  /** Sent to the process; if absent, it waits at the checkpoint for { go: true }. */
  signal?: NodeJS.Signals;
  times: number;
}

export interface ManagedProcess {
  name: string;
  /** The current process. */
  child: ChildProcess;
  /** Number of starts. */
  starts: number;
  /** Sets the clock of the current process ahead by so many milliseconds. */
  setClock(aheadMs: number): Promise<void>;
  /** Resolves when the message is sent, after the process listens. */
  send(message: { order: Order } | { go: true }): Promise<void>;
  /** Sends a signal; a process that ends is restarted. */
  kill(signal: NodeJS.Signals): void;
  /** The log of all its runs. */
  log(): string;
  /** Resolves when a document gets to the ordered checkpoint. */
  reached(): Promise<{ checkpoint: string; documentId: number }>;
  stop(): Promise<void>;
}

/** Loaded before the program, so that its clock can be set. */
const CLOCK = ['--import', path.join(root, 'test/faults/clock.mjs')];
const AGAIN_MS = 200;
const ENDS_WITHIN_MS = 30_000;

interface Message {
  ready?: true;
  checkpoint?: string;
  documentId: number;
  clockSet?: true;
}

export function startManagedProcess(
  name: string,
  file: string,
  env: NodeJS.ProcessEnv,
): ManagedProcess {
  const runs = startRuns(file, env, () => {
    managed.starts += 1;
  });
  const managed: ManagedProcess = {
    name,
    get child() {
      return runs.program().child;
    },
    starts: 1,
    async setClock(aheadMs) {
      await runs.listens();
      const program = runs.program();
      const set = program.message<Message>(({ clockSet }) => clockSet === true);
      program.child.send({ aheadMs });
      await set;
    },
    async send(message) {
      const { child } = managed;
      await runs.listens();
      await new Promise((resolve) => child.send(message, resolve));
    },
    kill: (signal) => void managed.child.kill(signal),
    log: runs.log,
    async reached() {
      const { checkpoint, documentId } = await runs
        .program()
        .message<Message>((message) => message.checkpoint !== undefined);
      return { checkpoint: checkpoint as string, documentId };
    },
    async stop() {
      runs.end();
      const { child, ended } = runs.program();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
  return managed;
}

/** Runs the program, and again when it has ended, until `end`. */
function startRuns(file: string, env: NodeJS.ProcessEnv, onExit: () => void) {
  let isOver = false;
  let logged = '';
  const onOutput = (text: Buffer) => {
    logged += text;
    if (process.env.LOG_LEVEL) process.stdout.write(text);
  };
  const begin = () => {
    const program = startProgram(process.execPath, [...CLOCK, file], {
      env,
      onOutput,
      channel: 'ipc',
    });
    const listens = new Promise<void>((resolve) => {
      program.child.on('message', ({ ready }: Message) => ready && resolve());
    });
    program.child.once('exit', () => {
      if (isOver) return;
      onExit();
      setTimeout(() => {
        if (!isOver) run = begin();
      }, AGAIN_MS);
    });
    return { program, listens };
  };
  let run = begin();
  return {
    program: () => run.program,
    /** Resolves when the program listens: an earlier message would be lost. */
    listens: () => run.listens,
    log: () => logged,
    /** The program is not started any more. */
    end() {
      isOver = true;
    },
  };
}
