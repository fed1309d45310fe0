/**
 * Opens secrets that one master key sealed, before each program had keys of its own. No secret is
 * sealed so any more; `clave rotar` seals the old ones anew.
 *
 * The bytes: version 1 (1) · id of the master key (4) · data key under the master key (nonce 12,
 * tag 16, text 32) · secret under the data key (nonce 12, tag 16, text).
 */
import { createHash } from 'node:crypto';
import { decrypt, SealBroken } from './aead.js';

export const MASTER_VERSION = 1;
const KEY_AT = 5;
const SECRET_AT = KEY_AT + 12 + 16 + 32;

/** @throws SealBroken */
export function openMasterEnvelope(
  masterKeys: readonly Buffer[],
  sealed: Buffer,
  context: string,
): Buffer {
  const id = sealed.subarray(1, KEY_AT);
  const key = masterKeys.find((each) => idOf(each).equals(id));
  if (!key) throw new SealBroken(`${context}: sealed with an unknown master key`);
  const dataKey = decrypt(key, sealed.subarray(KEY_AT, SECRET_AT), `key of ${context}`);
  return decrypt(dataKey, sealed.subarray(SECRET_AT), context);
}

const idOf = (masterKey: Buffer): Buffer =>
  createHash('sha256').update('rafaga master key').update(masterKey).digest().subarray(0, 4);
