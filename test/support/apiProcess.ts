/** The built API as a process of its own, to be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Calls, callsTo, PEPPER } from './api.js';

const MAIN = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));

export interface ApiProcess extends Calls {
  /** @returns its exit code; null when a signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export async function startProcess(env: Record<string, string> = {}): Promise<ApiProcess> {
  const own = {
    API_PORT: '0',
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    LOG_LEVEL: 'error',
    RAFAGA_API: '2',
  };
  const child: ChildProcess = fork(MAIN, {
    env: { ...process.env, ...own, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the API ended with ${code} before it listened`);
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), died])) as [{ port: number }];
  died.catch(() => undefined);
  return {
    ...callsTo(port),
    end: async (signal) => {
      const gone = once(child, 'exit');
      child.kill(signal);
      const [code] = (await gone) as [number | null];
      return code;
    },
  };
}
