/** Runs a program to its end; it is stopped when we are. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../settings/places.mjs';
import { UserError } from '../terminal/userError.mjs';
import { onStop, register } from './supervisor.mjs';

const PATIENCE_MS = 5_000;

export const onWindows = process.platform === 'win32';
const bin = (name) => path.join(root, 'node_modules', '.bin', onWindows ? `${name}.cmd` : name);

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { loud?: boolean, anyCode?: boolean }}
 * [options] `loud`: its output is the person's, not ours; `anyCode`: any exit code is an answer
 * @returns {Promise<{ code: number, out: string, stdout: string }>} unless loud, its output (`out`:
 * both streams)
 */
export function run(command, args, { loud, anyCode, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: loud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    register(child, path.basename(command));
    const forget = onStop(() => gone(child));
    let out = '';
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      out += chunk;
    });
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code, signal) => {
      forget();
      if (code === 0 || anyCode) resolve({ code: code ?? 1, out, stdout });
      else
        reject(
          new UserError(`${path.basename(command)} terminó con ${signal ?? code}\n${out}`.trim()),
        );
    });
  });
}

async function gone(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  await exit;
}

/** One of the programs that the install brought. */
export const tool = (name, args, options) => run(bin(name), args, { shell: onWindows, ...options });
