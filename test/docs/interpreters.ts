/** Runs sample programs with the interpreters that this machine has. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

interface Interpreter {
  command: string;
  args: string[];
}

/** By the id of a language; a program is read from the standard input. */
const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  curl: { command: 'bash', args: ['-s'] },
  python: { command: 'python3', args: ['-'] },
  php: { command: 'php', args: [] },
  javascript: { command: 'node', args: ['--input-type=module', '-'] },
};

/** The languages whose interpreter is in PATH. */
export const runnable = (): string[] =>
  Object.keys(INTERPRETERS).filter((id) => isOnPath((INTERPRETERS[id] as Interpreter).command));

/** The languages whose programs cannot be run here. */
export const missing = (): string[] =>
  Object.keys(INTERPRETERS).filter((id) => !runnable().includes(id));

const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** @returns the output of a program that ended well; throws its errors otherwise */
export function runProgram(
  language: string,
  text: string,
  { env, cwd }: { env: Record<string, string>; cwd: string },
): Promise<string> {
  const { command, args } = INTERPRETERS[language] as Interpreter;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(text);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 && stderr === ''
        ? resolve(stdout)
        : reject(new Error(`${language} exited with ${code}:\n${stderr}\n${stdout}\n${text}`)),
    );
  });
}
