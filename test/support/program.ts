/** Runs a program as a child process of a test, with its output, its messages and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The root of the checkout, the working directory of every program. */
export const root = path.resolve(import.meta.dirname, '../..');

export interface Program {
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Resolves to the next matching message; rejects when the program ends before. */
  message<T extends object>(fits?: (message: T) => boolean): Promise<T>;
  /** Resolves to its exit code, or to the signal that ended it. */
  ended: Promise<number | string>;
  /** Sends it a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

interface Options {
  env?: NodeJS.ProcessEnv;
  onOutput?(text: Buffer): void;
  /** 'ipc': messages can be exchanged; the default of `startNode`. */
  channel?: 'ipc' | 'none';
  /** The account that runs it. */
  user?: { uid?: number; gid?: number };
}

export function startProgram(command: string, args: string[], options: Options = {}): Program {
  const { env = process.env, onOutput, channel = 'none', user } = options;
  const child = spawn(command, args, {
    ...user,
    env,
    cwd: user?.uid === undefined ? root : '/',
    stdio: ['ignore', 'pipe', 'pipe', ...(channel === 'ipc' ? (['ipc'] as const) : [])],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text;
      onOutput?.(text);
    });
  const ended = endOf(child);
  return {
    child,
    output: () => output,
    ended,
    message: (fits = () => true) => nextMessage(child, fits, () => `${args[0]}:\n${output}`),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Resolves when all output is read; 'close' never comes for a child with a closed channel. */
async function endOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  for (const stream of [child.stdout, child.stderr])
    if (stream && !stream.closed) await once(stream, 'close');
  return signal ?? (code as number);
}

/** Starts a Node program with an IPC channel. */
export const startNode = (file: string, env: NodeJS.ProcessEnv, args: string[] = []): Program =>
  startProgram(process.execPath, [...args, file], { env, channel: 'ipc' });

function nextMessage<T extends object>(
  child: ChildProcess,
  fits: (message: T) => boolean,
  describe: () => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      if (fits(message as T)) finish(() => resolve(message as T));
    };
    const onExit = () => finish(() => reject(new Error(`ended before its message: ${describe()}`)));
    const finish = (settle: () => void) => {
      child.off('message', onMessage).off('exit', onExit);
      settle();
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}
