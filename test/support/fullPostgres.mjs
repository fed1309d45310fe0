/**
 * Finds all programs of a PostgreSQL, with those for backups that the npm packages lack, or unpacks
 * them from Debian's packages into the checkout.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { tools } from '../../packages/processes/places.mjs';
import { UserError } from '../../packages/processes/userError.mjs';
import { unpackDebian } from '../../packages/servers/debian.mjs';

const unpackedIn = path.join(tools, 'postgres');
const NEEDED = ['postgres', 'initdb', 'pg_basebackup', 'pg_receivewal', 'pg_verifybackup'];

/** @returns the folder of the programs */
export async function fullPostgres() {
  const found = search();
  if (found) return found;
  await unpackDebian(unpackedIn, [['postgresql']]);
  const unpacked = search();
  if (unpacked) return unpacked;
  throw new UserError(
    'No están todos los programas de PostgreSQL (servidor y cliente): instálalos y vuelve a ' +
      'empezar.',
  );
}

const search = () =>
  ['/usr', path.join(unpackedIn, 'root/usr')]
    .flatMap(versionsIn)
    .concat((process.env.PATH ?? '').split(path.delimiter))
    .find((folder) => NEEDED.every((name) => existsSync(path.join(folder, name))));

/** The folders of Debian's versions, the newest first. */
function versionsIn(prefix) {
  const versions = path.join(prefix, 'lib/postgresql');
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'));
}
