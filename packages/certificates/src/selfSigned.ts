/** Makes a self-signed certificate, which the simulator accepts and SUNAT does not. */
import {
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
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
    createPublicKey(privateKey as never).export({ type: 'spki', format: 'pem' }) as string,
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
  signNatively(certificate, privateKey);
  return toSigningCertificate(
    new X509Certificate(forge.pki.certificateToPem(certificate)),
    privateKey.export({ format: 'der', type: 'pkcs8' }),
  );
}

/** forge itself signs in JavaScript, which holds up its process for half a second. */
function signNatively(certificate: forge.pki.Certificate, key: KeyObject): void {
  const algorithm = forge.pki.oids.sha256WithRSAEncryption as string;
  certificate.siginfo.algorithmOid = algorithm;
  certificate.signatureOid = algorithm;
  const [content] = forge.pki.certificateToAsn1(certificate).value as [forge.asn1.Asn1];
  const bytes = Buffer.from(forge.asn1.toDer(content).getBytes(), 'latin1');
  certificate.signature = sign('sha256', bytes, key).toString('latin1');
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
