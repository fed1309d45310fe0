/** Finds Prometheus' promtool, or unpacks it from Debian's packages into the checkout. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../processes/onPath.mjs';
import { unpackDebian } from '../servers/debian.mjs';
import { tools } from '../settings/places.mjs';
import { UserError } from '../terminal/userError.mjs';

const folder = path.join(tools, 'prometheus');
const unpacked = path.join(folder, 'root/usr/bin/promtool');

/** @returns the file of promtool */
export async function promtool() {
  const found = onPath(['promtool']) ?? (existsSync(unpacked) ? unpacked : undefined);
  if (found) return found;
  if (onPath(['apt-get']) && onPath(['dpkg-deb'])) await unpackDebian(folder, [['prometheus']]);
  if (existsSync(unpacked)) return unpacked;
  throw new UserError('No hay promtool: instala Prometheus y vuelve a empezar.');
}
