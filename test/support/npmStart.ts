/** Runs npm start as a process on a new folder, with its output, its children and its end. */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, startProgram } from './program.js';
import { waitFor } from './waitFor.js';

export interface Demo {
  base_url: string;
  panel_url: string;
  simulator_url: string;
  panel: { email: string; password: string };
  business: {
    ruc: string;
    razon_social: string;
    api_key: string;
    api_secret: string;
    series: { boletas: string[]; facturas: string[] };
  };
}

export interface NpmStart {
  process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** The processes that it runs, by name. */
  children(): { name: string; pid: number }[];
  /** Resolves when it is up. */
  ready(): Promise<Demo>;
  /** Resolves to its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/**
 * Creates a data folder in that of the test run: PostgreSQL runs as another user, which cannot
 * enter a folder of mkdtemp.
 */
export function newHome(): string {
  const home = path.resolve(
    root,
    process.env.RAFAGA_HOME ?? '.rafaga-test',
    `journey-${randomUUID()}`,
  );
  mkdirSync(home, { recursive: true });
  return home;
}

/** Environment variables of the test run, which npm start must not inherit. */
const OURS = /^(DATABASE_.*|REDIS_URL|RAFAGA_.*|NODE_OPTIONS|NODE_ENV|JEST_.*|npm_.*)$/;

/** @param through 'npm': npm start; 'node': the same program without npm */
export function runNpmStart(
  home: string,
  settings: Record<string, string> = {},
  through: 'npm' | 'node' = 'node',
): NpmStart {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
  const [command, args] =
    through === 'npm' ? ['npm', ['start']] : [process.execPath, ['packages/dev/main.mjs', 'start']];
  const { child, output, ended } = startProgram(command, args, {
    env: { ...env, RAFAGA_HOME: home, ...settings },
  });
  const demoFile = path.join(home, 'demo.json');
  return {
    process: child,
    output,
    ended,
    children: () => JSON.parse(readFileSync(path.join(home, 'processes.json'), 'utf8')).children,
    ready: async () => {
      await waitFor('npm start to be up', () => {
        if (child.exitCode !== null)
          throw new Error(`npm start ended with ${child.exitCode}:\n${output()}`);
        return existsSync(demoFile);
      });
      return JSON.parse(readFileSync(demoFile, 'utf8'));
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return existsSync('/proc') ? false : answersToSignals(pid);
  }
}

function answersToSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
