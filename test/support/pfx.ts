/** Creates a certificate with its key as a PKCS#12 file, as providers deliver it. */
import { selfSigned } from '@rafaga/certificates';
import forge from 'node-forge';

export async function aPfx(ruc: string, password: string): Promise<Buffer<ArrayBuffer>> {
  const { certificate, privateKey } = await selfSigned({ ruc, legalName: 'Tiendas Rímac S.A.C.' });
  const pem = (der: Buffer, label: string) =>
    [
      `-----BEGIN ${label}-----`,
      der.toString('base64').replace(/.{64}/g, '$&\n'),
      `-----END ${label}-----\n`,
    ].join('\n');
  const store = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(pem(privateKey, 'PRIVATE KEY')),
    [forge.pki.certificateFromPem(pem(certificate, 'CERTIFICATE'))],
    password,
    { algorithm: '3des' },
  );
  return Buffer.from(forge.asn1.toDer(store).getBytes(), 'binary');
}

const ITERATIONS = 950_000;

/** The same store, whose MAC demands as many iterations as a certificate may. */
export function slowPfx(pfx: Buffer): Buffer<ArrayBuffer> {
  const store = forge.asn1.fromDer(pfx.toString('binary'));
  const mac = (store.value as forge.asn1.Asn1[])[2]?.value as forge.asn1.Asn1[];
  mac[2] = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.INTEGER,
    false,
    forge.asn1.integerToDer(ITERATIONS).getBytes(),
  );
  return Buffer.from(forge.asn1.toDer(store).getBytes(), 'binary');
}
