/**
 * Makes the signed ZIP of a document again when its file is lost. An RSA signature of the same
 * bytes with the same key is the same: the recorded hash proves that this is what was signed
 * before, and other bytes are never stored.
 */
import { type Db, openDocument, type StoredDocument, signingCertificates } from '@rafaga/db';
import { type Signer, signedInvoice, zipOne } from '@rafaga/engine';
import { documentName, limaTime, price } from '@rafaga/fiscal';
import type { Logger } from '@rafaga/runtime';
import { SealBroken, type Vault } from '@rafaga/secrets';
import { type FileStore, hashAndSize, restoredKey } from '@rafaga/storage';
import { openSigner } from '../keys/openSigner.js';

export interface SignAgainDeps {
  db: Db;
  files: FileStore;
  vault: Vault;
  log: Logger;
}

/**
 * @returns the ZIP, now stored in the place of the lost one; undefined when no certificate of the
 * business gives the same bytes, as after an update that writes another XML
 */
export async function signAgain(
  deps: SignAgainDeps,
  documentId: number,
): Promise<Buffer | undefined> {
  const document = await openDocument(deps.db, documentId);
  const lost = document?.files.find(({ kind }) => kind === 'zip');
  if (!document || !lost) return undefined;
  for (const signer of await signersOf(deps, document.businessId)) {
    const zip = await zipSigned(document, signer);
    if (!zip || !hashAndSize(zip).sha256.equals(lost.sha256)) continue;
    await deps.files.once(restoredKey(lost.objectKey), async () => zip);
    deps.log.warn('faltaba un archivo firmado: se rehízo, con los mismos bytes', {
      documentId,
      file: lost.objectKey,
    });
    return zip;
  }
  return undefined;
}

/** With every certificate that this worker can open, the last one first. */
async function signersOf({ db, vault }: SignAgainDeps, businessId: number): Promise<Signer[]> {
  const certificates = await signingCertificates(db, businessId);
  return certificates.flatMap((certificate) => {
    try {
      return DIGESTS.map((digest) => openSigner(vault, businessId, certificate, digest));
    } catch (error) {
      if (error instanceof SealBroken) return [];
      throw error;
    }
  });
}

const DIGESTS = ['sha256', 'sha1'] as const;

/** Undefined for a sale that this version does not price any more. */
async function zipSigned(document: StoredDocument, signer: Signer): Promise<Buffer | undefined> {
  const { ruc, kind, series, number, sale, createdAt, outcome } = document;
  const issuer = outcome?.signature?.issuer;
  if (!issuer) return undefined;
  try {
    const invoice = { priced: price(sale), issuer, number, issueTime: limaTime(createdAt) };
    const { xml, packed } = await signedInvoice(invoice, signer);
    return zipOne(`${documentName({ ruc, kind, series, number })}.xml`, xml, packed);
  } catch {
    return undefined;
  }
}
