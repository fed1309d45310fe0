/**
 * What a home makes once: the keys of the programs and the pepper, unless the environment has its
 * own. A home from before each program had its own keys keeps its master key instead of them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { keptValues } from '../../processes/keptValues.mjs';

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
  keptValues(path.join(home, 'secrets.json'), WITH_PREVIOUS, (has) => ({
    ...(HOLD_KEYS.some(has) ? {} : newKeys()),
    RAFAGA_PEPPER: randomBytes(32).toString('base64'),
    RAFAGA_ARCHIVE_KEY: randomBytes(32).toString('base64'),
  }));

const KEY_BYTES = 32;

/**
 * Both keys come as DER, whose last bytes are the key itself: with a collection of garbage during
 * `export({ format: 'jwk' })` of a key that was just made, Node 20 waits for itself for ever.
 */
function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  const last = (der) => der.subarray(-KEY_BYTES).toString('base64');
  return { privateKey: last(privateKey), publicKey: last(publicKey) };
}

function newKeys() {
  const keys = {};
  for (const program of ['WORKER', 'PANEL']) {
    const { privateKey, publicKey } = newKeyPair();
    keys[`RAFAGA_${program}_KEY`] = privateKey;
    keys[`RAFAGA_${program}_PUBLIC_KEY`] = publicKey;
  }
  return keys;
}
