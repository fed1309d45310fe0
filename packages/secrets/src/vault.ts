/**
 * Envelope encryption: each secret is encrypted with a data key of its own, and the data key with a
 * key of the program that opens the secret. Both are bound to the record and the column, so that
 * they open nowhere else. With its public key, another program can seal without being able to open.
 *
 * The bytes of a sealed secret: version (1) · id of the public key (4) · data key · secret
 * (AES-256-GCM: nonce 12, tag 16, text). The version says how the data key is sealed.
 */
import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, SealBroken } from './aead.js';
import { type DataKeySeal, OWN, TO_PUBLIC_KEY } from './dataKeySeals.js';
import { type KeyBox, keyBox, type ProgramKeys } from './keyBox.js';
import type { Program } from './keyPair.js';
import { MASTER_VERSION, openMasterEnvelope } from './masterEnvelope.js';

/** What a secret is bound to. */
export interface SecretPlace {
  opener: Program;
  /** Whether only the opener seals it, so that opening it proves who sealed it. */
  own?: boolean;
  /** The record and the column. */
  context: string;
  /** The context of secrets that a master key sealed; absent: the same context. */
  before?: string;
}

/** A secret that the panel keeps for itself. */
export const ofPanel = (context: string): SecretPlace => ({ opener: 'panel', own: true, context });

/** The keys that a process has; each X25519 key is 32 raw bytes. */
export interface SecretKeys {
  worker?: ProgramKeys;
  panel?: ProgramKeys;
  /**
   * Master keys of an installation that had no keys for each program: they open what they sealed,
   * and absent keys are derived from the first.
   */
  master?: readonly Buffer[];
}

export interface Vault {
  /** @throws MissingKey without a key to seal with */
  seal(plain: Buffer, place: SecretPlace): Buffer;
  /** @throws SealBroken when it was sealed for another place or key, or was changed */
  open(sealed: Buffer, place: SecretPlace): Buffer;
  /**
   * Seals a secret again with the key in use: only its data key if an earlier key sealed it, all of
   * it if a master key did. Returns the same bytes if there is nothing to do.
   */
  rewrap(sealed: Buffer, place: SecretPlace): Buffer;
  /** Opens a secret sealed for `from`, and seals it for `to` with the key in use. */
  move(sealed: Buffer, from: SecretPlace, to: SecretPlace): Buffer;
}

export function createVault({ worker, panel, master = [] }: SecretKeys): Vault {
  const boxes: Record<Program, KeyBox> = {
    worker: keyBox('worker', worker, master),
    panel: keyBox('panel', panel, master),
  };

  function seal(plain: Buffer, place: SecretPlace): Buffer {
    const dataKey = randomBytes(32);
    return Buffer.concat([sealDataKey(dataKey, place), encrypt(dataKey, plain, place.context)]);
  }

  function open(sealed: Buffer, place: SecretPlace): Buffer {
    const { context, before = context } = place;
    if (sealed[0] === MASTER_VERSION) return openMasterEnvelope(master, sealed, before);
    return decrypt(openDataKey(sealed, place), sealed.subarray(secretAt(place)), context);
  }

  function rewrap(sealed: Buffer, place: SecretPlace): Buffer {
    if (sealed[0] === MASTER_VERSION) return seal(open(sealed, place), place);
    const dataKey = openDataKey(sealed, place);
    if (boxes[place.opener].current?.id.equals(idIn(sealed))) return sealed;
    return Buffer.concat([sealDataKey(dataKey, place), sealed.subarray(secretAt(place))]);
  }

  function sealDataKey(dataKey: Buffer, place: SecretPlace): Buffer {
    const { version, wrap } = sealOf(place);
    const { id, sealed } = wrap(boxes[place.opener], dataKey, place.context);
    return Buffer.concat([Buffer.of(version), id, sealed]);
  }

  function openDataKey(sealed: Buffer, place: SecretPlace): Buffer {
    const { opener, context } = place;
    const { version, unwrap } = sealOf(place);
    const pair = boxes[opener].pairs.get(idIn(sealed).toString('hex'));
    if (sealed[0] !== version || !pair)
      throw new SealBroken(`${context}: sealed to an unknown key of the ${opener}`);
    return unwrap(pair, sealed.subarray(KEY_AT, secretAt(place)), context);
  }

  const move: Vault['move'] = (sealed, from, to) => seal(open(sealed, from), to);

  return { seal, open, rewrap, move };
}

const KEY_AT = 5;
const sealOf = ({ own }: SecretPlace): DataKeySeal => (own ? OWN : TO_PUBLIC_KEY);
const secretAt = (place: SecretPlace): number => KEY_AT + sealOf(place).length;
const idIn = (sealed: Buffer): Buffer => sealed.subarray(1, KEY_AT);
