/** Runs a program to its end; it is stopped when the command is stopped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../settings/places.mjs';
import { UserError } from '../terminal/userError.mjs';
import { register } from './supervisor.mjs';

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { loud?: boolean, anyCode?: boolean }}
 * [options] `loud`: its output goes to the terminal; `anyCode`: no exit code is an error
 * @returns {Promise<{ code: number, out: string, stdout: string }>} `out` has both streams
 */
export async function run(command, args, { loud, anyCode, ...options } = {}) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = loud ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd: root, stdio, ...options });
  const name = path.basename(command);
  register(child, { name, graceMs: 5_000 });
  let [out, stdout] = ['', ''];
  child.stdout?.setEncoding('utf8');
  child.stderr?.setEncoding('utf8');
  child.stdout?.on('data', (text) => {
    out += text;
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    out += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0 || anyCode) return { code: code ?? 1, out, stdout };
  throw new UserError(`${name} terminó con ${signal ?? code}\n${out}`.trim());
}

/** Runs a program of node_modules/.bin. */
export const tool = (name, args, options) =>
  run(path.join(root, 'node_modules', '.bin', name), args, options);
