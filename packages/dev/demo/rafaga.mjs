/** Asks our own CLI, as a person would. */
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';

const program = path.join(root, 'apps', 'cli', 'dist', 'main.js');

/** @returns the JSON that it printed; undefined when it said no */
export async function rafaga(...words) {
  const { code, stdout } = await run(process.execPath, [program, ...words, '--json'], { anyCode: true });
  return code === 0 ? JSON.parse(stdout || 'null') : undefined;
}

/** The same, for what must succeed. */
export async function rafagaMust(...words) {
  const { stdout } = await run(process.execPath, [program, ...words, '--json']);
  return JSON.parse(stdout || 'null');
}
