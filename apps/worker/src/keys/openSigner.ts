/** Opens the sealed private key of a certificate and makes a signer of both. */
import { certificateKeyColumn, type SigningCertificate } from '@rafaga/db';
import { createSigner, type Signer } from '@rafaga/engine';
import type { Vault } from '@rafaga/secrets';

/** @throws SealBroken when no key of this worker opens it */
export function openSigner(
  vault: Vault,
  businessId: number,
  { id, certificate, privateKey: sealed }: SigningCertificate,
  digest: 'sha1' | 'sha256',
): Signer {
  const privateKey = vault.open(sealed, certificateKeyColumn(id, businessId));
  return createSigner({ certificate, privateKey, digest });
}
