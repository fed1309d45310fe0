/**
 * The keys of the programs and the pepper of a home: made once, unless the environment has its own.
 * A home from before each program had its own keys keeps its master key instead of them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { readJson, writeJson } from './jsonFile.mjs';

const PEPPER = 'RAFAGA_PEPPER';
const ARCHIVE_KEY = 'RAFAGA_ARCHIVE_KEY';
const MASTER_KEY = 'RAFAGA_MASTER_KEY';
const KEYS = [
  'RAFAGA_WORKER_KEY',
  'RAFAGA_WORKER_PUBLIC_KEY',
  'RAFAGA_PANEL_KEY',
  'RAFAGA_PANEL_PUBLIC_KEY',
];
export const SECRETS = [MASTER_KEY, ...KEYS, PEPPER, ARCHIVE_KEY];

/** @returns by variable name, those that the environment does not already give */
export function secretsOf(home) {
  const file = path.join(home, 'secrets.json');
  const kept = readJson(file) ?? {};
  const complete = {
    ...(hasKeys(kept) ? {} : newKeys()),
    [PEPPER]: newSecret(),
    [ARCHIVE_KEY]: newSecret(),
    ...kept,
  };
  if (Object.keys(complete).length > Object.keys(kept).length) writeJson(file, complete);
  return Object.fromEntries(
    SECRETS.filter((name) => complete[name] && !isGiven(name)).map((name) => [
      name,
      complete[name],
    ]),
  );
}

const isGiven = (name) => Boolean(process.env[name] || process.env[`${name}_FILE`]);
const hasKeys = (kept) =>
  [MASTER_KEY, 'RAFAGA_WORKER_KEY'].some((name) => kept[name] || isGiven(name));

const newSecret = () => randomBytes(32).toString('base64');

function newKeys() {
  const pairs = [generateKeyPairSync('x25519'), generateKeyPairSync('x25519')];
  const values = pairs.flatMap(({ privateKey }) => {
    const { d, x } = privateKey.export({ format: 'jwk' });
    return [d, x].map((part) => Buffer.from(part, 'base64url').toString('base64'));
  });
  return Object.fromEntries(KEYS.map((name, index) => [name, values[index]]));
}
