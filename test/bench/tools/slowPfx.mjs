/** A certificate with its key as PKCS#12, which takes almost as long to open as one may. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { selfSigned } from '@rafaga/certificates';
import forge from 'node-forge';

const ITERATIONS = 950_000;

export async function slowPfx(ruc, password) {
  const made = await selfSigned({ ruc, legalName: 'Cadena de Medida S.A.C.' });
  const key = createPrivateKey({ key: made.privateKey, format: 'der', type: 'pkcs8' });
  const store = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(String(key.export({ type: 'pkcs1', format: 'pem' }))),
    [forge.pki.certificateFromPem(new X509Certificate(made.certificate).toString())],
    password,
    { algorithm: '3des' },
  );
  const { Class, Type, create, integerToDer } = forge.asn1;
  const bytes = integerToDer(ITERATIONS).getBytes();
  store.value[2].value[2] = create(Class.UNIVERSAL, Type.INTEGER, false, bytes);
  return Buffer.from(forge.asn1.toDer(store).getBytes(), 'binary');
}
