/**
 * Verifies that a registered certificate signed a CDR, over all of the bytes that `readCdr` reads.
 * A certificate that is only in the CDR itself proves nothing and is reported as unknown.
 *
 * SUNAT's production signs in the exclusive form, with RSA-SHA512 and a SHA-1 digest, and adds
 * unsigned elements after KeyInfo; its certificate changes every one to three years. Only a copy of
 * 2025 was available, whose signature value is valid and whose digest is not: whether SUNAT's
 * original bytes verify is unknown. SUNAT's beta has a sentence in the place of the value
 * ("*Private key … not up*"). OSEs sign in the inclusive form, with RSA-SHA256 and certificates of
 * their own.
 */

import { hash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { limaInstant } from '@rafaga/fiscal';
import type { ParsedCdr } from './parseCdr.js';
import { DS, SignatureProblem, type SignedInfo, signedInfoOf } from './signedInfo.js';
import { childrenOf, isElement, textOf, type XmlElement } from './xmlNodes.js';
import { xmlTree } from './xmlTree.js';

/** A registered certificate of an authority, with its parsed key. */
export interface CdrSigner {
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
  key: KeyObject;
  /** It is accepted between these dates, which lie within its validity. */
  from: Date;
  until: Date;
}

export type CdrSignatureState =
  /** valid, by a certificate that was registered for the date of the CDR */
  | 'valid'
  /** valid, but by a certificate that is not registered for that date */
  | 'unknown_signer'
  /** the bytes were changed, are not all signed, or cannot be checked */
  | 'broken'
  /** there is no signature, or a placeholder */
  | 'absent';

export interface CdrSignature {
  state: CdrSignatureState;
  /** Why the signature is not valid, in Spanish for operators. */
  reason?: string | undefined;
  /** SHA-256 of the signing certificate, hexadecimal. */
  fingerprint?: string | undefined;
  /** The signing certificate in DER, when it is not registered. */
  certificate?: Buffer | undefined;
}

/** @param days the registered dates, which can only shorten the validity of the certificate */
export function cdrSigner(
  certificate: Buffer,
  days: { from?: Date | undefined; until?: Date | undefined } = {},
): CdrSigner {
  const { publicKey, validFrom, validTo } = new X509Certificate(certificate);
  const [from, until] = [new Date(validFrom), new Date(validTo)];
  return {
    fingerprint: fingerprintOf(certificate),
    key: publicKey,
    from: days.from && days.from > from ? days.from : from,
    until: days.until && days.until < until ? days.until : until,
  };
}

/**
 * @param cdr a parsed CDR, or its XML
 * @throws CdrProblem for XML that `readCdr` refuses
 */
export function verifyCdr(
  cdr: Buffer | Pick<ParsedCdr, 'document'>,
  known: readonly CdrSigner[],
): CdrSignature {
  const document = Buffer.isBuffer(cdr) ? xmlTree(cdr) : cdr.document;
  const [signature, another] = signaturesIn(document.root);
  if (!signature) return { state: 'absent', reason: 'La constancia no lleva firma' };
  if (another) return { state: 'broken', reason: 'La constancia lleva más de una firma' };
  const value = childrenOf(signature, DS, 'SignatureValue')
    .map(textOf)
    .join('')
    .replace(/\s+/g, '');
  if (!BASE64.test(value))
    return { state: 'absent', reason: 'La constancia tiene un texto en el lugar de su firma' };
  try {
    const holds = verifierOf(signedInfoOf(document, signature), Buffer.from(value, 'base64'));
    return signedBy(certificatesIn(signature), holds, known, dateOf(document.root));
  } catch (problem) {
    if (!(problem instanceof SignatureProblem)) throw problem;
    return { state: 'broken', reason: problem.message };
  }
}

type VerifiesWith = (key: KeyObject) => boolean;

const verifierOf =
  ({ algorithm, bytes }: SignedInfo, value: Buffer): VerifiesWith =>
  (key) =>
    key.asymmetricKeyType === 'rsa' && verify(algorithm, bytes, key, value);

/** @param named the certificates in the CDR; if there are none, all known ones are tried */
function signedBy(
  named: Buffer[],
  holds: VerifiesWith,
  known: readonly CdrSigner[],
  date: Date | undefined,
): CdrSignature {
  const embedded = named.map((der) => ({ der, fingerprint: fingerprintOf(der) }));
  const candidates =
    embedded.length === 0
      ? known
      : known.filter((one) => embedded.some(({ fingerprint }) => fingerprint === one.fingerprint));
  const signer = candidates.find(({ key }) => holds(key));
  if (signer) return dated(candidates, signer.fingerprint, date);
  const other = embedded.find(({ der }) => verifiesWithCertificate(der, holds));
  if (other) {
    const reason = 'No se conoce el certificado que firmó la constancia';
    return {
      state: 'unknown_signer',
      reason,
      fingerprint: other.fingerprint,
      certificate: other.der,
    };
  }
  if (embedded.length > 0)
    throw new SignatureProblem('La firma de la constancia no corresponde a su certificado');
  return { state: 'unknown_signer', reason: 'La constancia no dice con qué certificado se firmó' };
}

/** Used only for unknown certificates: parsing one costs as much as reading the CDR. */
function verifiesWithCertificate(der: Buffer, holds: VerifiesWith): boolean {
  try {
    return holds(new X509Certificate(der).publicKey);
  } catch {
    return false;
  }
}

/** The same certificate may be registered for several periods. */
function dated(
  candidates: readonly CdrSigner[],
  fingerprint: string,
  date: Date | undefined,
): CdrSignature {
  const rows = candidates.filter((one) => one.fingerprint === fingerprint);
  if (date && rows.some(({ from, until }) => from <= date && date <= until))
    return { state: 'valid', fingerprint };
  const reason = 'El certificado que firmó la constancia no estaba vigente en la fecha de esta';
  return { state: 'unknown_signer', reason, fingerprint };
}

function signaturesIn(element: XmlElement): XmlElement[] {
  const inside = element.children.filter(isElement).flatMap(signaturesIn);
  return element.uri === DS && element.local === 'Signature' ? [element, ...inside] : inside;
}

function certificatesIn(signature: XmlElement): Buffer[] {
  const data = childrenOf(signature, DS, 'KeyInfo').flatMap((info) =>
    childrenOf(info, DS, 'X509Data'),
  );
  return data
    .flatMap((one) => childrenOf(one, DS, 'X509Certificate'))
    .slice(0, MAX_CERTIFICATES)
    .map((one) => Buffer.from(textOf(one), 'base64'));
}

/** When the authority answered, in Lima time; else when it received the document. */
function dateOf(root: XmlElement): Date | undefined {
  const value = (name: string) => childrenOf(root, BASIC, name).map(textOf).join('').trim();
  for (const what of ['Response', 'Issue']) {
    const time = /^\d\d:\d\d:\d\d/.exec(value(`${what}Time`))?.[0] ?? '12:00:00';
    const date = limaInstant(value(`${what}Date`).slice(0, 10), time);
    if (!Number.isNaN(date.getTime())) return date;
  }
  return undefined;
}

const fingerprintOf = (der: Buffer) => hash('sha256', der, 'hex');

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASIC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const MAX_CERTIFICATES = 5;
