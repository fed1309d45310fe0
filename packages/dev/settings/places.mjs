/** The folders: the checkout, its own tools, and the data of a run. */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
/** The checkout's own tools: pnpm, a Redis, a Chromium. */
export const tools = path.join(root, '.tools');

/** All data of a run; each command has a folder of its own unless RAFAGA_HOME names one. */
export const homeOf = (fallback) => path.resolve(root, process.env.RAFAGA_HOME || fallback);

const isRoot = process.getuid?.() === 0;

/**
 * Whether the folder is below one that only root may enter. PostgreSQL never runs as root, and its
 * user could not reach files there.
 */
export const hiddenFromOthers = (folder) => isRoot && !openToOthers(folder);

function openToOthers(folder) {
  for (let place = folder; ; place = path.dirname(place)) {
    if (existsSync(place) && !(statSync(place).mode & 0o001)) return false;
    if (place === path.dirname(place)) return true;
  }
}

/**
 * Where PostgreSQL keeps the cluster of a home: inside it, or under /var/tmp when the home is
 * hidden.
 */
export const clusterOf = (home) =>
  hiddenFromOthers(home)
    ? path.join(
        '/var/tmp',
        `rafaga-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`,
      )
    : path.join(home, 'postgres');
