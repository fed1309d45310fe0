/** Checks that this machine's OpenSSL allows what documents and CDRs are signed with. */
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { type Finding, findingsOf } from './finding.js';

const { well, fault } = findingsOf('Cifrado');

export type Sign = (digest: 'sha1' | 'sha256') => void;

/** @param sha1Signers active businesses whose signatures use SHA-1 */
export function checkCrypto(sha1Signers: number, sign: Sign = signSomething): Finding[] {
  const refused = (['sha1', 'sha256'] as const).filter((digest) => !allows(sign, digest));
  if (refused.length === 0) return [well('se puede firmar con SHA-1 y con SHA-256')];
  const whom = refused.includes('sha1') ? `, y ${sha1Signers} negocios firman con SHA-1` : '';
  return [
    fault(
      `la política de esta máquina prohíbe firmar con ${refused.map(nameOf).join(' y ')}${whom}`,
      'Permítelo a Node (openssl.cnf, update-crypto-policies): SUNAT firma sus CDR con SHA-1',
    ),
  ];
}

const nameOf = (digest: string): string => digest.toUpperCase().replace('SHA', 'SHA-');

function allows(sign: Sign, digest: 'sha1' | 'sha256'): boolean {
  try {
    sign(digest);
    return true;
  } catch {
    return false;
  }
}

function signSomething(digest: 'sha1' | 'sha256'): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  createHash(digest).update('x').digest();
  createSign(`RSA-${digest.toUpperCase()}`).update('x').sign(privateKey);
}
