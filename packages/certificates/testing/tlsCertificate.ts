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
  const ca = certificate(issuer, issuer, authority, authority, [
    { name: 'basicConstraints', cA: true },
  ]);
  const cert = certificate('localhost', issuer, server, authority, [
    {
      name: 'subjectAltName',
      altNames: [
        { type: DNS_NAME, value: 'localhost' },
        { type: IP_ADDRESS, ip: '127.0.0.1' },
      ],
    },
  ]);
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

function certificate(
  name: string,
  issuer: string,
  { publicKey }: forge.pki.rsa.KeyPair,
  authority: forge.pki.rsa.KeyPair,
  extensions: object[],
): string {
  const made = pki.createCertificate();
  made.publicKey = publicKey;
  made.serialNumber = `01${randomBytes(8).toString('hex')}`;
  made.validity.notBefore = new Date(Date.now() - DAY_MS);
  made.validity.notAfter = new Date(Date.now() + DAY_MS);
  made.setSubject([{ name: 'commonName', value: name }]);
  made.setIssuer([{ name: 'commonName', value: issuer }]);
  made.setExtensions(extensions);
  made.sign(authority.privateKey, forge.md.sha256.create());
  return pki.certificateToPem(made);
}
