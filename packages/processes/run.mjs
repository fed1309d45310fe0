/** Runs a program to its end; it is stopped when the command is stopped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './places.mjs';
import { register } from './supervisor.mjs';
import { UserError } from './userError.mjs';

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { loud?: boolean, anyCode?: boolean }}
 * [options] `loud`: its output goes to the terminal; `anyCode`: no exit code is an error
 * @returns {Promise<{ code: number, out: string, stdout: string }>} `out` has one stream
 * after the other
 */
export async function run(command, args, { loud, anyCode, ...options } = {}) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = loud ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd: root, stdio, ...options });
  const name = path.basename(command);
  register(child, { name });
  const streams = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const end = once(child, 'close').catch((error) => {
    throw new UserError(`No se puede ejecutar ${name}: ${error.message}`);
  });
  const [[code, signal], stdout, errors] = await Promise.all([end, ...streams]);
  const out = `${stdout}${errors}`;
  if (code === 0 || anyCode) return { code: code ?? 1, out, stdout };
  throw new UserError(`${name} terminó con ${signal ?? code}\n${out}`.trim());
}

/** Runs a program of node_modules/.bin. */
export const tool = (name, args, options) =>
  run(path.join(root, 'node_modules', '.bin', name), args, options);
