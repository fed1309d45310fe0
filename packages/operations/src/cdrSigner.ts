/** Reads an authority's signing certificate from a file or a CDR, and checks CDR signatures. */
import { createHash, X509Certificate } from 'node:crypto';
import type { CdrTrust, NewCdrSigner } from '@rafaga/db';
import { CdrProblem, type CdrSignature, cdrSigner, readZip, verifyCdr } from '@rafaga/engine';

/** What is wrong with a file, as a Spanish sentence for the user. */
export class CdrFileProblem extends Error {
  override readonly name = 'CdrFileProblem';
}

export type ReadSigner = Pick<
  NewCdrSigner,
  'certificate' | 'fingerprint' | 'subject' | 'notBefore' | 'notAfter'
>;

const MAX_FILE_BYTES = 1_000_000;

/**
 * @param file a certificate, PEM or DER, or a CDR (zip or XML) whose signature holds
 * @throws CdrFileProblem
 */
export function readCdrSigner(file: Buffer): ReadSigner {
  if (file.length > MAX_FILE_BYTES)
    throw new CdrFileProblem(
      'El archivo es demasiado grande para ser un certificado o una constancia.',
    );
  const certificate = isCdr(file) ? signerOf(file) : file;
  const read = parsed(certificate);
  const { asymmetricKeyType } = read.publicKey;
  if (asymmetricKeyType !== 'rsa')
    throw new CdrFileProblem(
      `Las constancias se firman con RSA, y esta clave es ${asymmetricKeyType}.`,
    );
  return {
    certificate: read.raw,
    fingerprint: createHash('sha256').update(read.raw).digest('hex'),
    subject: read.subject.split('\n').reverse().join(', '),
    notBefore: new Date(read.validFrom),
    notAfter: new Date(read.validTo),
  };
}

/**
 * Checks the signature of a CDR against the registered certificates.
 * @throws CdrFileProblem when the file is not a CDR
 */
export function examineCdr(file: Buffer, { signers }: Pick<CdrTrust, 'signers'>): CdrSignature {
  const known = signers.map(({ certificate, inForceFrom, inForceUntil }) =>
    cdrSigner(certificate, { from: inForceFrom ?? undefined, until: inForceUntil ?? undefined }),
  );
  return told(() => verifyCdr(isZip(file) ? readZip(file).bytes : file, known));
}

/**
 * 'produccion', 'beta', 'simulador', or the https address of an OSE's billService; undefined for
 * anything else.
 */
export function authorityOf(text: string): string | undefined {
  if (Object.hasOwn(AUTHORITY, text)) return AUTHORITY[text as keyof typeof AUTHORITY];
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined;
}

/** The Spanish word for an authority; an address is returned unchanged. */
export const authorityText = (authority: string): string =>
  Object.entries(AUTHORITY).find(([, own]) => own === authority)?.[0] ?? authority;

const AUTHORITY = { produccion: 'production', beta: 'beta', simulador: 'simulator' } as const;

const isZip = (file: Buffer) => file.subarray(0, 2).toString('latin1') === 'PK';
const isCdr = (file: Buffer) =>
  isZip(file) ||
  /^(?:\xef\xbb\xbf)?\s*<\?xml|^\s*<\w+:?ApplicationResponse/.test(file.toString('latin1', 0, 200));

function signerOf(file: Buffer): Buffer {
  const { certificate, reason } = examineCdr(file, { signers: [] });
  if (!certificate)
    throw new CdrFileProblem(`${reason}: de esta constancia no se puede tomar el certificado.`);
  return certificate;
}

function parsed(certificate: Buffer): X509Certificate {
  try {
    return new X509Certificate(certificate);
  } catch {
    throw new CdrFileProblem(
      'El archivo no es un certificado (PEM o DER) ni una constancia firmada.',
    );
  }
}

function told<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof CdrProblem ? new CdrFileProblem(`${error.message}.`) : error;
  }
}
