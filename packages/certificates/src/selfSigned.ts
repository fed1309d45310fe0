/** Makes a self-signed certificate, which the simulator accepts and SUNAT does not. */
import { createPublicKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { type SigningCertificate, toSigningCertificate } from './readCertificate.js';

const YEARS = 3;

export async function selfSigned({
  ruc,
  legalName,
}: {
  ruc: string;
  legalName: string;
}): Promise<SigningCertificate> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    pemOf(createPublicKey(privateKey as never), 'spki'),
  );
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(15))}`;
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date();
  certificate.validity.notAfter.setFullYear(certificate.validity.notAfter.getFullYear() + YEARS);
  const subject = subjectOf(ruc, legalName);
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true },
  ]);
  certificate.sign(
    forge.pki.privateKeyFromPem(pemOf(privateKey, 'pkcs8')),
    forge.md.sha256.create(),
  );
  return toSigningCertificate(
    new X509Certificate(forge.pki.certificateToPem(certificate)),
    privateKey.export({ format: 'der', type: 'pkcs8' }),
  );
}

function subjectOf(ruc: string, legalName: string): forge.pki.CertificateField[] {
  // a name has 64 characters at most in a certificate
  const name = [...legalName].slice(0, 64).join('');
  const text = (shortName: string, value: string) => ({
    shortName,
    value,
    valueTagClass: forge.asn1.Type.UTF8 as never,
  });
  return [{ shortName: 'C', value: 'PE' }, text('O', name), text('OU', ruc), text('CN', name)];
}

function pemOf(key: KeyObject, type: 'spki' | 'pkcs8'): string {
  return key.export({ type: type as 'pkcs8', format: 'pem' }) as string;
}
