/** Makes the certificate of a TLS server on this machine, and that of its authority. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

export interface TlsCertificate {
  /** All in PEM. */
  ca: string;
  cert: string;
  key: string;
}

const DAY_MS = 86_400_000;
/** Kinds of names in RFC 5280, 4.2.1.6. */
const DNS_NAME = 2;
const IP_ADDRESS = 7;
const { pki } = forge;

export function tlsCertificate(): TlsCertificate {
  const authority = keyPair();
  const issuer = `Autoridad ${randomBytes(4).toString('hex')}`;
  const server = keyPair();
  const signer = { issuer, signingKey: authority.privateKey };
  const ca = certificate({
    ...signer,
    subject: issuer,
    publicKey: authority.publicKey,
    extension: { name: 'basicConstraints', cA: true },
  });
  const altNames = [
    { type: DNS_NAME, value: 'localhost' },
    { type: IP_ADDRESS, ip: '127.0.0.1' },
  ];
  const cert = certificate({
    ...signer,
    subject: 'localhost',
    publicKey: server.publicKey,
    extension: { name: 'subjectAltName', altNames },
  });
  return { ca, cert, key: pki.privateKeyToPem(server.privateKey) };
}

function keyPair(): forge.pki.rsa.KeyPair {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const own = pki.privateKeyFromPem(privateKey);
  return { privateKey: own, publicKey: pki.setRsaPublicKey(own.n, own.e) };
}

interface CertificateParts {
  subject: string;
  publicKey: forge.pki.PublicKey;
  issuer: string;
  signingKey: forge.pki.rsa.PrivateKey;
  extension: object;
}

function certificate(parts: CertificateParts): string {
  const { subject, publicKey, issuer, signingKey, extension } = parts;
  const made = pki.createCertificate();
  made.publicKey = publicKey;
  made.serialNumber = `01${randomBytes(8).toString('hex')}`;
  made.validity.notBefore = new Date(Date.now() - DAY_MS);
  made.validity.notAfter = new Date(Date.now() + DAY_MS);
  made.setSubject([{ name: 'commonName', value: subject }]);
  made.setIssuer([{ name: 'commonName', value: issuer }]);
  made.setExtensions([extension]);
  made.sign(signingKey, forge.md.sha256.create());
  return pki.certificateToPem(made);
}
