/**
 * A program of the system as a process: started again whenever it ends unasked; its clock and its
 * checkpoints are a scenario's to set.
 */
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, root, startProgram } from './program.js';

export interface Order {
  checkpoint: 'claimed' | 'signed' | 'intended' | 'answered' | 'kept' | 'settled';
  documentId?: number;
  /** Absent: it waits there until it is told to go on. */
  signal?: NodeJS.Signals;
  times: number;
}

export interface ManagedProcess {
  name: string;
  /** The process of now. */
  child: ChildProcess;
  /** How often it was started. */
  starts: number;
  /** Milliseconds that its clock is ahead, in the life of now. */
  setClock(aheadMs: number): Promise<void>;
  /** Resolves when it is sent, which is after it listens. */
  tell(message: { order: Order } | { go: true }): Promise<void>;
  /** Kills it; it is started again. */
  kill(signal: NodeJS.Signals): void;
  /** What it has logged, in all its lives. */
  log(): string;
  /** A message of its hook. */
  reached(): Promise<{ checkpoint: string; documentId: number }>;
  stop(): Promise<void>;
}

/** Before everything else of a process: its clock can then be set. */
const CLOCK = ['--import', path.join(root, 'test/faults/clock.mjs')];
const AGAIN_MS = 200;
const PATIENCE_MS = 30_000;

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
  let stopping = false;
  let logged = '';
  const onOutput = (text: Buffer) => {
    logged += text;
    if (process.env.LOG_LEVEL) process.stdout.write(text);
  };
  /** A message that is sent before the program listens is lost. */
  let listens: Promise<unknown>;
  let program: Program;
  const begin = () => {
    program = startProgram(process.execPath, [...CLOCK, file], { env, onOutput, channel: 'ipc' });
    const { child } = program;
    listens = new Promise<void>((resolve) => {
      child.on('message', ({ ready }: Message) => ready && resolve());
    });
    child.once('exit', () => {
      if (stopping) return;
      managed.starts += 1;
      setTimeout(() => {
        if (!stopping) managed.child = begin();
      }, AGAIN_MS);
    });
    return child;
  };
  const managed: ManagedProcess = {
    name,
    child: undefined as unknown as ChildProcess,
    starts: 1,
    async setClock(aheadMs) {
      await listens;
      const set = program.message<Message>(({ clockSet }) => clockSet === true);
      managed.child.send({ aheadMs });
      await set;
    },
    async tell(message) {
      const { child } = managed;
      await listens;
      await new Promise((resolve) => child.send(message, resolve));
    },
    kill: (signal) => void managed.child.kill(signal),
    log: () => logged,
    async reached() {
      const { checkpoint, documentId } = await program.message<Message>(
        (message) => message.checkpoint !== undefined,
      );
      return { checkpoint: checkpoint as string, documentId };
    },
    async stop() {
      stopping = true;
      const { child, ended } = program;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
  managed.child = begin();
  return managed;
}
