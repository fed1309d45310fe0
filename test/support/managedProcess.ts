/**
 * A program of the house as a process: started again whenever it ends unasked, and able to hear
 * what a scenario wants of it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = path.resolve(import.meta.dirname, '../..');

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
  program: string,
  env: NodeJS.ProcessEnv,
): ManagedProcess {
  let stopping = false;
  let logged = '';
  const hear = (text: Buffer) => {
    logged += text;
    if (process.env.LOG_LEVEL) process.stdout.write(text);
  };
  /** The process of now listens: what it is told before is heard by nobody. */
  let listens: Promise<void>;
  const begin = () => {
    const child = fork(program, {
      env,
      execArgv: CLOCK,
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
    listens = new Promise((resolve) => {
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
  const heard = async (wanted: (message: Message) => boolean) => {
    for (;;) {
      const [message] = (await once(managed.child, 'message')) as [Message];
      if (wanted(message)) return message;
    }
  };
  const managed: ManagedProcess = {
    name,
    child: undefined as unknown as ChildProcess,
    starts: 1,
    async setClock(aheadMs) {
      await listens;
      const set = heard(({ clockSet }) => clockSet === true);
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
      const { checkpoint, documentId } = await heard((message) => message.checkpoint !== undefined);
      return { checkpoint: checkpoint as string, documentId };
    },
    async stop() {
      stopping = true;
      const { child } = managed;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await Promise.race([gone, sleep(PATIENCE_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
  managed.child = begin();
  return managed;
}
