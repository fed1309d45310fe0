/**
 * The reasons for which an uploaded file cannot be used for signing, in Spanish for the person who
 * uploads it.
 */

const CONVERT =
  'Ábrelo donde se creó y vuelve a exportarlo, o conviértelo con: openssl pkcs12 -legacy ' +
  '-in viejo.pfx -nodes -out todo.pem ' +
  'y luego openssl pkcs12 -export -in todo.pem -out nuevo.pfx';

export const CERTIFICATE_PROBLEMS = {
  too_big: 'El archivo pesa más de 64 kB: no parece un certificado.',
  not_certificate:
    'El archivo no es un certificado: se espera un .pfx o .p12, o un .pem con el ' +
    'certificado y su clave privada.',
  wrong_password: 'La clave no abre el archivo.',
  no_key: 'El archivo trae el certificado, pero no su clave privada.',
  no_certificate: 'El archivo trae una clave privada, pero no su certificado.',
  key_mismatch: 'La clave privada del archivo no corresponde a su certificado.',
  not_rsa: 'El certificado no es RSA, y SUNAT solo acepta firmas RSA.',
  rsa_pss:
    'La clave del certificado es RSA-PSS (id-RSASSA-PSS), y SUNAT solo acepta RSA común ' +
    '(rsaEncryption): pide a tu entidad de certificación uno con esa clave.',
  weak_key: 'La clave RSA del certificado es muy corta: se necesitan al menos 2048 bits.',
  long_key:
    'La clave RSA del certificado es demasiado larga: se admiten hasta 4096 bits. Pide a tu ' +
    'entidad de certificación uno de 2048.',
  too_slow:
    'Abrir el archivo cuesta demasiado: su clave está protegida con demasiadas iteraciones. ' +
    `${CONVERT}`,
  unsupported: `El archivo está cifrado de una forma que no se puede abrir. ${CONVERT}`,
} as const;

export type CertificateProblemCode = keyof typeof CERTIFICATE_PROBLEMS;

export class CertificateProblem extends Error {
  override name = 'CertificateProblem';

  constructor(readonly reason: CertificateProblemCode) {
    super(CERTIFICATE_PROBLEMS[reason]);
  }
}
