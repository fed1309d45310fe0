/** Finds PgBouncer, or unpacks it from Debian's packages into the checkout. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { tools } from '../settings/places.mjs';
import { UserError } from '../terminal/userError.mjs';
import { unpackDebian } from './debian.mjs';
import { onPath } from './onPath.mjs';

const folder = path.join(tools, 'pgbouncer');
const unpacked = path.join(folder, 'root/usr/sbin/pgbouncer');

/** @returns the file of the program */
export async function pgbouncer() {
  const found =
    onPath(['pgbouncer'], ['/usr/sbin']) ?? (existsSync(unpacked) ? unpacked : undefined);
  if (found) return found;
  if (onPath(['apt-get']) && onPath(['dpkg-deb'])) await unpackDebian(folder, [['pgbouncer']]);
  if (existsSync(unpacked)) return unpacked;
  throw new UserError('No hay PgBouncer: instálalo y vuelve a empezar.');
}
