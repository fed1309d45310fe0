/**
 * Sets aside a database whose home was deleted. The cluster of a home that other users cannot
 * reach is outside it, and the keys that open its data went with the home.
 */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';

/** What a home has from its first start on. */
const MARKS = ['secrets.json', 'database-roles.json', 'env.json'];

/** @returns where it is now; undefined when nothing had to be moved */
export function setOrphanAside(home, cluster) {
  if (!existsSync(cluster) || cluster.startsWith(home + path.sep)) return undefined;
  if (MARKS.some((name) => existsSync(path.join(home, name)))) return undefined;
  const aside = `${cluster}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  renameSync(cluster, aside);
  return aside;
}
