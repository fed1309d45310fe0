/**
 * Orders for our own CLI, as a person would type them, in one process: it takes longer to load than
 * to do them all.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';

const cli = pathToFileURL(path.join(root, 'apps', 'cli', 'dist', 'cli.js')).href;

/** @returns what each of them printed, as JSON; the first that fails ends it all */
export async function rafaga(orders) {
  if (orders.length === 0) return [];
  const { stdout } = await run(process.execPath, [
    path.join(import.meta.dirname, 'orders.mjs'),
    cli,
    JSON.stringify(orders),
  ]);
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((text) => JSON.parse(text));
}
