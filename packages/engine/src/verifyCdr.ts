/**
 * Whether a CDR has a valid signature of a registered certificate, over the very bytes whose fields
 * `readCdr` reads, all of them. A certificate that only the CDR itself vouches for proves nothing,
 * and is reported as such.
 *
 * What CDRs bear: SUNAT in production the exclusive form, RSA-SHA512, digest SHA-1, a certificate
 * that changes every year or three, and words of its own after the key, outside of what is signed.
 * Of the one at hand, a copy of 2025 that had been through other hands, the value holds and the
 * digest does not: whether SUNAT's own bytes do is not known here. SUNAT's beta has a sentence
 * in the place of the value ("*Private key … not up*"). OSEs: RSA-SHA256, the inclusive form, their
 * own certificates.
 */
import { hash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import type { ParsedCdr } from './parseCdr.js';
import { DS, SignatureProblem, type SignedInfo, signedInfoOf } from './signedInfo.js';
import { childrenOf, isElement, textOf, type XmlElement, xmlTree } from './xmlTree.js';

/** A certificate that an authority is known to sign with, its key read once. */
export interface CdrSigner {
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
  key: KeyObject;
  /** Between these it is believed: its own validity, or less. */
  from: Date;
  until: Date;
}

export type CdrSignatureState =
  /** valid, by a registered certificate that was in force on the CDR's date */
  | 'valid'
  /** valid, but by a certificate that is not registered, or not for that day */
  | 'unknown_signer'
  /** the bytes are not the ones that were signed, or not all of them, or it cannot be checked */
  | 'broken'
  /** there is none, or only a placeholder */
  | 'absent';

export interface CdrSignature {
  state: CdrSignatureState;
  /** What it lacks, in the words an operator reads. */
  reason?: string;
  /** SHA-256 of the certificate that signed, hexadecimal. */
  fingerprint?: string;
  /** It, DER, where it is not known. */
  certificate?: Buffer;
}

/** @param days for which it was registered: its own validity, shortened to them */
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
 * @param cdr parsed, or its XML
 * @throws CdrProblem for XML that `readCdr` would have refused
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
    const holds = holdsFor(signedInfoOf(document, signature), Buffer.from(value, 'base64'));
    return signedBy(certificatesIn(signature), holds, known, dateOf(document.root));
  } catch (problem) {
    if (!(problem instanceof SignatureProblem)) throw problem;
    return { state: 'broken', reason: problem.message };
  }
}

type Holds = (key: KeyObject) => boolean;

const holdsFor =
  ({ algorithm, bytes }: SignedInfo, value: Buffer): Holds =>
  (key) =>
    key.asymmetricKeyType === 'rsa' && verify(algorithm, bytes, key, value);

/**
 * @param named the certificates that the CDR brings along; when it brings none, any of the known
 * may have signed
 */
function signedBy(
  named: Buffer[],
  holds: Holds,
  known: readonly CdrSigner[],
  date: Date | undefined,
): CdrSignature {
  const told = named.map((der) => ({ der, fingerprint: fingerprintOf(der) }));
  const candidates =
    told.length === 0
      ? known
      : known.filter((one) => told.some(({ fingerprint }) => fingerprint === one.fingerprint));
  const signer = candidates.find(({ key }) => holds(key));
  if (signer) return dated(candidates, signer.fingerprint, date);
  const other = told.find(({ der }) => holdsBy(der, holds));
  if (other) {
    const reason = 'No se conoce el certificado que firmó la constancia';
    return {
      state: 'unknown_signer',
      reason,
      fingerprint: other.fingerprint,
      certificate: other.der,
    };
  }
  if (told.length > 0)
    throw new SignatureProblem('La firma de la constancia no corresponde a su certificado');
  return { state: 'unknown_signer', reason: 'La constancia no dice con qué certificado se firmó' };
}

/** To read a certificate costs as much as to read the CDR: only one that is not known already. */
function holdsBy(der: Buffer, holds: Holds): boolean {
  try {
    return holds(new X509Certificate(der).publicKey);
  } catch {
    return false;
  }
}

/** The same certificate may be registered for several spans of time. */
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
    .slice(0, MOST_CERTIFICATES)
    .map((one) => Buffer.from(textOf(one), 'base64'));
}

/** When the authority answered, in Lima; the day of reception where that is not given. */
function dateOf(root: XmlElement): Date | undefined {
  const said = (name: string) => childrenOf(root, BASIC, name).map(textOf).join('').trim();
  for (const what of ['Response', 'Issue']) {
    const time = /^\d\d:\d\d:\d\d/.exec(said(`${what}Time`))?.[0] ?? '12:00:00';
    const date = new Date(`${said(`${what}Date`).slice(0, 10)}T${time}-05:00`);
    if (!Number.isNaN(date.getTime())) return date;
  }
  return undefined;
}

const fingerprintOf = (der: Buffer) => hash('sha256', der, 'hex');

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASIC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const MOST_CERTIFICATES = 5;
