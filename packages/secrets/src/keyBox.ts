/**
 * The keys of one program in a process: the key that it seals with, and every key pair that still
 * opens.
 */
import { createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { derivedKey, keyId, type Program, privateKeyOf, rawPublicKey } from './keyPair.js';

export interface ProgramKeys {
  /** Absent: the public key of the first private key. */
  publicKey?: Buffer;
  /** The first is in use; the others still open older secrets. */
  privateKeys?: readonly Buffer[];
}

export interface KeyPair {
  id: Buffer;
  publicKey: Buffer;
  privateKey: KeyObject;
  /** Seals what the program seals for itself. */
  ownKey: Buffer;
}

export interface KeyBox {
  program: Program;
  /** Undefined when the process has no key of the program. */
  current: { id: Buffer; publicKey: Buffer } | undefined;
  /** The key pairs by id, in hexadecimal. */
  pairs: ReadonlyMap<string, KeyPair>;
}

/** @param master master keys, from each of which a private key of the program is derived */
export function keyBox(
  program: Program,
  { publicKey, privateKeys = [] }: ProgramKeys = {},
  master: readonly Buffer[] = [],
): KeyBox {
  const derived = master.map((each) => derivedKey(each, program));
  const pairs = [...privateKeys, ...derived].map(pairOf);
  const current = publicKey ? { id: keyId(publicKey), publicKey } : pairs[0];
  return { program, current, pairs: new Map(pairs.map((pair) => [pair.id.toString('hex'), pair])) };
}

/** The key is read here once: to read it takes ten times as long as to open a secret with it. */
function pairOf(raw: Buffer): KeyPair {
  const privateKey = privateKeyOf(raw);
  const publicKey = rawPublicKey(createPublicKey(privateKey));
  const ownKey = hkdfSync('sha256', raw, publicKey, 'rafaga own secrets', 32);
  return { id: keyId(publicKey), publicKey, privateKey, ownKey: Buffer.from(ownKey) };
}
