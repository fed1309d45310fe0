/**
 * What a home makes once: the keys of the programs, the pepper and the passwords of the programs'
 * roles in PostgreSQL, unless the environment has its own. A home from before each program had its
 * own keys keeps its master key instead of them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { readJson, writeJson } from './jsonFile.mjs';

const [MASTER_KEY, PEPPER, ARCHIVE_KEY] = [
  'RAFAGA_MASTER_KEY',
  'RAFAGA_PEPPER',
  'RAFAGA_ARCHIVE_KEY',
];
const KEYS = [
  'RAFAGA_WORKER_KEY',
  'RAFAGA_WORKER_PUBLIC_KEY',
  'RAFAGA_PANEL_KEY',
  'RAFAGA_PANEL_PUBLIC_KEY',
];
export const SECRETS = [MASTER_KEY, ...KEYS, PEPPER, ARCHIVE_KEY];

/** @returns by variable name, those that the environment does not already give */
export function secretsOf(home) {
  const newSecret = () => randomBytes(32).toString('base64');
  return keptIn(path.join(home, 'secrets.json'), SECRETS, (kept) => ({
    ...([MASTER_KEY, 'RAFAGA_WORKER_KEY'].some((name) => kept[name] || isGiven(name))
      ? {}
      : newKeys()),
    [PEPPER]: newSecret(),
    [ARCHIVE_KEY]: newSecret(),
  }));
}

/** @param names of their variables @returns those that the environment does not already give */
export const rolePasswords = (home, names) =>
  keptIn(path.join(home, 'database-roles.json'), names, () =>
    Object.fromEntries(names.map((name) => [name, randomBytes(24).toString('base64url')])),
  );

/** @param make gives values for what the file lacks */
function keptIn(file, names, make) {
  const kept = readJson(file) ?? {};
  const complete = { ...make(kept), ...kept };
  if (Object.keys(complete).length > Object.keys(kept).length) writeJson(file, complete);
  const absent = names.filter((name) => complete[name] && !isGiven(name));
  return Object.fromEntries(absent.map((name) => [name, complete[name]]));
}

const isGiven = (name) => Boolean(process.env[name] || process.env[`${name}_FILE`]);

function newKeys() {
  const pairs = [generateKeyPairSync('x25519'), generateKeyPairSync('x25519')];
  const values = pairs.flatMap(({ privateKey }) => {
    const { d, x } = privateKey.export({ format: 'jwk' });
    return [d, x].map((part) => Buffer.from(part, 'base64url').toString('base64'));
  });
  return Object.fromEntries(KEYS.map((name, index) => [name, values[index]]));
}
