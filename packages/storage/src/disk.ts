/** Hands files to the thread that keeps them: one for the process, started at the first file, and no reason to stay alive by itself. */
import { Worker } from 'node:worker_threads';

interface Waiting {
  resolve(first: boolean): void;
  reject(error: Error): void;
}

interface Answer {
  id: number;
  first?: boolean;
  error?: { message: string; code?: string };
}

interface Disk {
  thread: Worker;
  waiting: Map<number, Waiting>;
}

/** The thread's program is plain JavaScript beside `src`: it is the same file for the sources and for what is built from them. */
const THREAD = new URL('../keepFiles.mjs', import.meta.url);

let disk: Disk | undefined;
let asked = 0;

/** Whole or not at all, and on the disk once it resolves. False when the name was taken: what rests there stays. */
export function keep(file: string, content: Buffer): Promise<boolean> {
  disk ??= start();
  const { thread, waiting } = disk;
  return new Promise((resolve, reject) => {
    asked += 1;
    waiting.set(asked, { resolve, reject });
    thread.ref();
    thread.postMessage({ id: asked, file, content });
  });
}

function start(): Disk {
  const started: Disk = { thread: new Worker(THREAD), waiting: new Map() };
  const { thread, waiting } = started;
  thread.unref();
  thread.on('message', ({ id, first = false, error }: Answer) => {
    const { resolve, reject } = waiting.get(id) as Waiting;
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    if (error) reject(Object.assign(new Error(error.message), { code: error.code }));
    else resolve(first);
  });
  // whether what it held is on the disk, nobody can say: it is asked again
  const lost = (error: Error) => {
    if (disk === started) disk = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  thread.on('error', lost);
  thread.on('exit', () => lost(new Error('the thread that keeps files has ended')));
  return started;
}
