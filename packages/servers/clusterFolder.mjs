/** Where PostgreSQL keeps its data, and which folders its user cannot reach. */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where root puts what PostgreSQL's user has to reach. No system empties it. */
export const OUTSIDE = '/var/lib';

/**
 * Where PostgreSQL keeps the cluster of a home: inside it, or elsewhere when the home is hidden. An
 * earlier version made it under /var/tmp, which some systems empty of what is old.
 */
export function clusterOf(home) {
  if (!hiddenFromOthers(home)) return path.join(home, 'postgres');
  const hash = createHash('sha256').update(home).digest('hex');
  const name = `rafaga-${hash.slice(0, 12)}`;
  const earlier = path.join('/var/tmp', name);
  return existsSync(earlier) ? earlier : path.join(OUTSIDE, name);
}

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
