/** Runs a program to its end; it is stopped when the command is stopped. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../settings/places.mjs';
import { UserError } from '../terminal/userError.mjs';
import { onStop, register, stopProcess } from './supervisor.mjs';

const GRACE_MS = 5_000;

export const onWindows = process.platform === 'win32';
const bin = (name) => path.join(root, 'node_modules', '.bin', onWindows ? `${name}.cmd` : name);

/**
 * @typedef {import('node:child_process').SpawnOptions} SpawnOptions
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions & { loud?: boolean, anyCode?: boolean }} [options] `loud`: its output goes
 * to the terminal; `anyCode`: no exit code is an error
 * @returns {Promise<{ code: number, out: string, stdout: string }>} unless loud, its output (`out`:
 * both streams)
 */
export function run(command, args, { loud, anyCode, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: loud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  const name = path.basename(command);
  register(child, name);
  const forget = onStop(() => stopProcess(child, 'SIGTERM', GRACE_MS));
  let out = '';
  let stdout = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    out += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || anyCode
        ? resolve({ code: code ?? 1, out, stdout })
        : reject(new UserError(`${name} terminó con ${signal ?? code}\n${out}`.trim())),
    );
  }).finally(forget);
}

/** Runs a program of node_modules/.bin. */
export const tool = (name, args, options) => run(bin(name), args, { shell: onWindows, ...options });
