/** Checks that this machine's OpenSSL allows what documents and CDRs are signed with. */

import { createHash, createSign, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { many } from '@rafaga/operations';
import { type Finding, findingsOf } from './finding.js';

const { well, fault } = findingsOf('Cifrado');

export type Sign = (digest: 'sha1' | 'sha256') => void | Promise<void>;

/** @param sha1Signers active businesses whose signatures use SHA-1 */
export async function checkCrypto(
  sha1Signers: number,
  sign: Sign = signSomething,
): Promise<Finding[]> {
  const refused: string[] = [];
  for (const digest of ['sha1', 'sha256'] as const)
    if (!(await allows(sign, digest))) refused.push(digest);
  if (refused.length === 0) return [well('se puede firmar con SHA-1 y con SHA-256')];
  const signers = refused.includes('sha1')
    ? `, y ${many(sha1Signers, 'negocio firma', 'negocios firman')} con SHA-1`
    : '';
  return [
    fault(
      `la política de esta máquina prohíbe firmar con ${refused.map(nameOf).join(' y ')}${signers}`,
      'Permítelo a Node (openssl.cnf, update-crypto-policies): SUNAT firma sus CDR con SHA-1',
    ),
  ];
}

const nameOf = (digest: string): string => digest.toUpperCase().replace('SHA', 'SHA-');

async function allows(sign: Sign, digest: 'sha1' | 'sha256'): Promise<boolean> {
  try {
    await sign(digest);
    return true;
  } catch {
    return false;
  }
}

/** In a thread: making a key takes long enough for other checks to miss their time limits. */
const makeKey = promisify(generateKeyPair);

async function signSomething(digest: 'sha1' | 'sha256'): Promise<void> {
  const { privateKey } = await makeKey('rsa', { modulusLength: 2048 });
  createHash(digest).update('x').digest();
  createSign(`RSA-${digest.toUpperCase()}`).update('x').sign(privateKey);
}
