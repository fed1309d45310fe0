/** The folders: the checkout, its own tools, and the data of a run. */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
/** The checkout's own tools: pnpm, a Redis, a Chromium. */
export const tools = path.join(root, '.tools');
/** Names the process that installs or builds in this checkout. */
export const changing = path.join(tools, 'changing.json');
/** The entry point of a program, once it is built. */
export const programOf = (app, checkout = root) =>
  path.join(checkout, 'apps', app, 'bundle', 'dist', 'main.js');

/** All data of a run; each command has a folder of its own unless RAFAGA_HOME names one. */
export const homeOf = (fallback) => path.resolve(root, process.env.RAFAGA_HOME || fallback);

/**
 * Whether the folder is below one that only root may enter. PostgreSQL never runs as root, and its
 * user could not reach files there.
 */
export function hiddenFromOthers(folder) {
  if (process.getuid() !== 0) return false;
  for (let place = folder; place !== '/'; place = path.dirname(place))
    if (existsSync(place) && !(statSync(place).mode & 0o001)) return true;
  return false;
}

/**
 * Where PostgreSQL keeps the cluster of a home: inside it, or under /var/tmp when the home is
 * hidden.
 */
export function clusterOf(home) {
  if (!hiddenFromOthers(home)) return path.join(home, 'postgres');
  const hash = createHash('sha256').update(home).digest('hex');
  return path.join('/var/tmp', `rafaga-${hash.slice(0, 12)}`);
}
