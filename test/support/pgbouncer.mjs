/**
 * Finds a PgBouncer that keeps prepared statements (1.21), or unpacks the one of a newer Debian
 * into the checkout, with the libraries that it was built for.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../../packages/processes/onPath.mjs';
import { tools } from '../../packages/processes/places.mjs';
import { UserError } from '../../packages/processes/userError.mjs';
import { unpackDebian } from '../../packages/servers/debian.mjs';

const MIN_MINOR = 21;
const RELEASE = 'trixie';
const LIBRARIES = [
  ...[
    'libc6',
    'libssl3t64',
    'libevent-2.1-7t64',
    'libcares2',
    'libpam0g',
    'libsystemd0',
    'libcap2',
  ],
  ...['libzstd1', 'zlib1g', 'libaudit1', 'libcap-ng0'],
];
const unpackedIn = path.join(tools, `pgbouncer-${RELEASE}`);
const libraries = path.join(unpackedIn, 'root/usr/lib');
const unpacked = path.join(unpackedIn, 'root/usr/sbin/pgbouncer');

/** @returns {Promise<string[]>} the words of its command */
export async function pgbouncer() {
  const installed = onPath(['pgbouncer'], ['/usr/sbin']);
  if (installed && minorOf(installed) >= MIN_MINOR) return [installed];
  if (!existsSync(unpacked)) await unpackDebian(unpackedIn, [['pgbouncer', ...LIBRARIES]], RELEASE);
  const loader = existsSync(unpacked) && loaderIn(libraries);
  if (!loader)
    throw new UserError(`No hay PgBouncer 1.${MIN_MINOR}: instálalo y vuelve a empezar.`);
  return [loader, '--library-path', path.dirname(loader), unpacked];
}

const minorOf = (file) =>
  Number(/PgBouncer 1\.(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]);

/** A program needs the loader of its own C library. */
function loaderIn(folder) {
  const found = readdirSync(folder, { recursive: true }).find((file) =>
    /^[^/]+-linux-gnu\/ld-linux-[^/]+$/.test(file),
  );
  return found && path.join(folder, found);
}
