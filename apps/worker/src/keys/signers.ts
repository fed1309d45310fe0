/** The signer of a business: its certificate and key, unsealed once and cached by their id. */
import { type Claim, type Db, findSigningCertificate } from '@rafaga/db';
import type { Signer } from '@rafaga/engine';
import { memoize } from '@rafaga/runtime/concurrency';
import type { Vault } from '@rafaga/secrets';
import { openSigner } from './openSigner.js';

const MAX_CACHED = 500;

export type Signers = (claim: Claim) => Promise<Signer>;

/** The certificate was replaced after the claim: the next attempt uses the new one. */
class CertificateChanged extends Error {
  override name = 'CertificateChanged';
}

export function createSigners(db: Db, vault: Vault): Signers {
  const cached = memoize<string, Signer>({ max: MAX_CACHED });

  async function open(
    businessId: number,
    certificateId: number,
    digest: 'sha1' | 'sha256',
  ): Promise<Signer> {
    const found = await findSigningCertificate(db, businessId);
    if (found?.id !== certificateId)
      throw new CertificateChanged(`certificate ${certificateId} of business ${businessId}`);
    return openSigner(vault, businessId, found, digest);
  }

  return ({ businessId, business: { certificate, signatureDigest } }) => {
    if (!certificate) throw new Error(`business ${businessId} has no certificate to sign with`);
    return cached(`${certificate.id} ${signatureDigest}`, () =>
      open(businessId, certificate.id, signatureDigest),
    );
  };
}
