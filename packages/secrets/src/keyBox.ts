/** The keys of one program in a process: what it seals with, and every pair that still opens. */
import { hkdfSync } from 'node:crypto';
import { derivedKey, keyId, type Program, publicOf } from './keyPair.js';

export interface ProgramKeys {
  /** Absent: that of the first private key. */
  publicKey?: Buffer;
  /** The first is in use; the others still open what was sealed to them. */
  privateKeys?: readonly Buffer[];
}

export interface KeyPair {
  id: Buffer;
  publicKey: Buffer;
  privateKey: Buffer;
  /** For what the program seals for itself. */
  ownKey: Buffer;
}

export interface KeyBox {
  program: Program;
  /** Undefined without any key of the program. */
  current: { id: Buffer; publicKey: Buffer } | undefined;
  /** By id, in hexadecimal. */
  pairs: ReadonlyMap<string, KeyPair>;
}

/** @param master master keys, each of which stands for a private key of the program */
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

function pairOf(privateKey: Buffer): KeyPair {
  const publicKey = publicOf(privateKey);
  const ownKey = hkdfSync('sha256', privateKey, publicKey, 'rafaga own secrets', 32);
  return { id: keyId(publicKey), publicKey, privateKey, ownKey: Buffer.from(ownKey) };
}
