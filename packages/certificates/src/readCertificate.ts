/**
 * Reads an uploaded certificate with its private key from PKCS#12 or PEM. The file may be hostile:
 * its size and cost are checked first, and it is opened in a process that ends after five seconds
 * of CPU. How many are opened at the same time is up to the caller.
 */
import { type ForkOptions, fork } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  CERTIFICATE_PROBLEMS,
  CertificateProblem,
  type CertificateProblemCode,
} from './certificateProblem.js';
import { costOf } from './cost.js';
import { derOf } from './pem.js';
import { rucOf } from './subjectRuc.js';

export interface SigningCertificate {
  /** X.509 in DER. */
  certificate: Buffer;
  /** PKCS#8 in DER, not encrypted: callers seal it at once. */
  privateKey: Buffer;
  /** The RUC in its subject, if any. */
  subjectRuc?: string;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
}

const MAX_BYTES = 65_536;
const MAX_ITERATIONS = 1_000_000;
/** For a process that does not end by itself: a file took it over, or it got no CPU. */
const MAX_MS = 60_000;

/** @throws CertificateProblem for a file that cannot be used for signing */
export async function readCertificate(file: Buffer, password: string): Promise<SigningCertificate> {
  if (file.length > MAX_BYTES) throw new CertificateProblem('too_big');
  const ders = derOf(file) ?? [file];
  const cost = ders.map(costOf).reduce((total, each) => total + each, 0);
  if (cost > MAX_ITERATIONS) throw new CertificateProblem('too_slow');
  const { certificate, privateKey } = await openInProcess(file, password);
  return toSigningCertificate(
    new X509Certificate(Buffer.from(certificate)),
    Buffer.from(privateKey),
  );
}

interface Opened {
  certificate: Uint8Array;
  /** PKCS#8. */
  privateKey: Uint8Array;
}

/** What the process sent, if it is an answer: a file may have taken the process over. */
function answerIn(message: unknown): Opened | CertificateProblemCode | undefined {
  const answer: unknown = (message as { answer?: unknown } | null)?.answer;
  if (typeof answer === 'string')
    return Object.hasOwn(CERTIFICATE_PROBLEMS, answer)
      ? (answer as CertificateProblemCode)
      : undefined;
  const { certificate, privateKey } = (answer ?? {}) as Partial<Opened>;
  return certificate instanceof Uint8Array && privateKey instanceof Uint8Array
    ? { certificate, privateKey }
    : undefined;
}

/** Plain JavaScript beside `src`, which sources and compiled code both run. */
const OPENER = fileURLToPath(new URL('../openingProcess.mjs', import.meta.url));

/** Without an environment: what a file achieves there finds no secret. */
const ALONE: ForkOptions = {
  env: {},
  execArgv: [],
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
};

/**
 * Settles when the process has ended, so that a caller can bound how many there are.
 * @throws CertificateProblem; another error when the process cannot start, whatever the file is
 */
export function openInProcess(file: Buffer, password: string, opener = OPENER): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const child = fork(opener, [], ALONE);
    const kill = () => child.kill('SIGKILL');
    let timer: NodeJS.Timeout | undefined;
    let answer: Opened | CertificateProblemCode | undefined;
    const end = (last: typeof answer) => {
      answer = last;
      kill();
    };
    process.once('exit', kill);
    child.on('message', (message: unknown) => {
      if (message !== 'started') return end(answerIn(message));
      // unless the thread says otherwise
      answer = 'not_certificate';
      timer = setTimeout(() => end('too_slow'), MAX_MS);
    });
    child.on('error', (error) => {
      process.off('exit', kill);
      reject(error);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      process.off('exit', kill);
      if (answer === undefined) reject(new Error(`${opener} ended: ${signal ?? code}`));
      else if (typeof answer === 'string') reject(new CertificateProblem(answer));
      else resolve(answer);
    });
    child.send({ file, password, mostIterations: MAX_ITERATIONS });
  });
}

/** @param privateKey PKCS#8 in DER */
export function toSigningCertificate(
  x509: X509Certificate,
  privateKey: Buffer,
): SigningCertificate {
  const subjectRuc = rucOf(x509.subject);
  return {
    certificate: x509.raw,
    privateKey,
    notBefore: new Date(x509.validFrom),
    notAfter: new Date(x509.validTo),
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    ...(subjectRuc === undefined ? {} : { subjectRuc }),
  };
}
