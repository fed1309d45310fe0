/**
 * What a home makes once: the keys of the programs, the pepper and the passwords of the programs'
 * roles in PostgreSQL, unless the environment has its own. A home from before each program had its
 * own keys keeps its master key instead of them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { readJson, writeJson } from './jsonFile.mjs';

/** The programs that have each secret; of the environment, a program gets no other. */
const HOLDERS = {
  // stands for the keys of both that are absent
  RAFAGA_MASTER_KEY: ['worker', 'panel'],
  RAFAGA_WORKER_KEY: ['worker'],
  RAFAGA_WORKER_PUBLIC_KEY: ['worker', 'panel'],
  RAFAGA_PANEL_KEY: ['panel'],
  RAFAGA_PANEL_PUBLIC_KEY: ['worker', 'panel'],
  RAFAGA_PEPPER: ['api', 'panel'],
  RAFAGA_ARCHIVE_KEY: [],
};
export const SECRETS = Object.keys(HOLDERS);
/** The secrets, and the replaced keys that still open. */
export const WITH_PREVIOUS = [
  ...SECRETS,
  ...['MASTER', 'WORKER', 'PANEL'].map((whose) => `RAFAGA_${whose}_KEY_PREVIOUS`),
];
/** Where one of these is, no keys are made. */
const HOLD_KEYS = ['RAFAGA_MASTER_KEY', 'RAFAGA_WORKER_KEY'];

/** The environment of a program: of the secrets, only those that it works with. */
export const programEnv = (program, env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      (HOLDERS[name.replace(/(_PREVIOUS)?(_FILE)?$/, '')] ?? [program]).includes(program),
    ),
  );

/** @returns by variable name, those that the environment does not already give */
export const secretsOf = (home) =>
  keptIn(path.join(home, 'secrets.json'), WITH_PREVIOUS, (kept) => ({
    ...(HOLD_KEYS.some((name) => kept[name] || isGiven(name)) ? {} : newKeys()),
    RAFAGA_PEPPER: randomBytes(32).toString('base64'),
    RAFAGA_ARCHIVE_KEY: randomBytes(32).toString('base64'),
  }));

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
  const keys = {};
  for (const program of ['WORKER', 'PANEL']) {
    const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
    keys[`RAFAGA_${program}_KEY`] = Buffer.from(d, 'base64url').toString('base64');
    keys[`RAFAGA_${program}_PUBLIC_KEY`] = Buffer.from(x, 'base64url').toString('base64');
  }
  return keys;
}
