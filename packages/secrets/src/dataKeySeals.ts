/** The two ways to seal a data key: to a public key, or with the opener's own symmetric key. */
import { decrypt, encrypt, SealBroken } from './aead.js';
import { HPKE_OVERHEAD, openSealed, sealTo } from './hpke.js';
import type { KeyBox, KeyPair } from './keyBox.js';

/** The process has no key to seal with for the program. */
export class MissingKey extends Error {
  override name = 'MissingKey';
}

export interface DataKeySeal {
  version: number;
  /** The length of a sealed data key. */
  length: number;
  /** @throws MissingKey */
  wrap(box: KeyBox, dataKey: Buffer, context: string): { id: Buffer; sealed: Buffer };
  /** @throws SealBroken */
  unwrap(pair: KeyPair, sealed: Buffer, context: string): Buffer;
}

const INFO = 'rafaga data key';

/** HPKE: ephemeral key (32 bytes) · text (32) · tag (16). */
export const TO_PUBLIC_KEY: DataKeySeal = {
  version: 2,
  length: HPKE_OVERHEAD + 32,
  wrap({ program, current }, dataKey, context) {
    if (!current) throw new MissingKey(`no public key of the ${program}`);
    const { id, publicKey } = current;
    return { id, sealed: sealTo(publicKey, dataKey, { info: INFO, aad: context }) };
  },
  unwrap({ privateKey, publicKey }, sealed, context) {
    try {
      return openSealed(privateKey, publicKey, sealed, { info: INFO, aad: context });
    } catch {
      throw new SealBroken(`${context}: sealed for something else, or changed since`);
    }
  },
};

/**
 * AES-256-GCM: nonce (12 bytes) · tag (16) · text (32). Only the opener can make one, so that a
 * sealed value in a browser's form cannot be forged.
 */
export const OWN: DataKeySeal = {
  version: 3,
  length: 12 + 16 + 32,
  wrap({ program, current, pairs }, dataKey, context) {
    const pair = current && pairs.get(current.id.toString('hex'));
    if (!pair) throw new MissingKey(`no private key of the ${program}`);
    return { id: pair.id, sealed: encrypt(pair.ownKey, dataKey, `key of ${context}`) };
  },
  unwrap: ({ ownKey }, sealed, context) => decrypt(ownKey, sealed, `key of ${context}`),
};
