/**
 * Reads an uploaded certificate with its private key from PKCS#12 or PEM. The file may be hostile:
 * its size and cost are checked first, and it is opened in a thread that is ended after two
 * seconds. How many are opened at the same time is up to the caller.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { CertificateProblem, type CertificateProblemCode } from './certificateProblem.js';
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
const MAX_MS = 5000;

/** @throws CertificateProblem for a file that cannot be used for signing */
export async function readCertificate(file: Buffer, password: string): Promise<SigningCertificate> {
  if (file.length > MAX_BYTES) throw new CertificateProblem('too_big');
  const ders = derOf(file) ?? [file];
  const cost = ders.map(costOf).reduce((total, each) => total + each, 0);
  if (cost > MAX_ITERATIONS) throw new CertificateProblem('too_slow');
  return choose(await openInThread(file, password));
}

interface Opened {
  certificates: Uint8Array[];
  /** PKCS#8. */
  privateKey?: Uint8Array;
}

/** Plain JavaScript beside `src`, which sources and compiled code both run. */
const THREAD = new URL('../openFile.mjs', import.meta.url);

function openInThread(file: Buffer, password: string): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, {
      workerData: { file, password, mostIterations: MAX_ITERATIONS },
      resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
    });
    const end = (reason: CertificateProblemCode) => {
      clearTimeout(timer);
      void thread.terminate();
      reject(new CertificateProblem(reason));
    };
    let timer: NodeJS.Timeout | undefined;
    thread.on('online', () => {
      timer = setTimeout(() => end('too_slow'), MAX_MS);
    });
    thread.on('error', () => end('not_certificate'));
    thread.on('message', (opened: Opened | CertificateProblemCode) => {
      if (typeof opened === 'string') return end(opened);
      clearTimeout(timer);
      resolve(opened);
    });
  });
}

/** Chooses the certificate of the private key: a file may have those of its issuers too. */
function choose({ certificates, privateKey }: Opened): SigningCertificate {
  if (!privateKey)
    throw new CertificateProblem(certificates.length > 0 ? 'no_key' : 'not_certificate');
  if (certificates.length === 0) throw new CertificateProblem('no_certificate');
  const key = readable(() =>
    createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' }),
  );
  if (key.asymmetricKeyType !== 'rsa') throw new CertificateProblem('not_rsa');
  const own = certificates
    .map((der) => readable(() => new X509Certificate(der)))
    .find((x509) => x509.checkPrivateKey(key));
  if (!own) throw new CertificateProblem('key_mismatch');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new CertificateProblem('weak_key');
  return describe(own, key);
}

export function describe(x509: X509Certificate, key: KeyObject): SigningCertificate {
  const subjectRuc = rucOf(x509.subject);
  return {
    certificate: x509.raw,
    privateKey: key.export({ format: 'der', type: 'pkcs8' }),
    notBefore: new Date(x509.validFrom),
    notAfter: new Date(x509.validTo),
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    ...(subjectRuc === undefined ? {} : { subjectRuc }),
  };
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new CertificateProblem('not_certificate');
  }
}
