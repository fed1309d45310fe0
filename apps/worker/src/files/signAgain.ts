/**
 * Makes the signed ZIP of a document again when its file is lost. An RSA signature of the same
 * bytes with the same key is the same: the recorded hash proves that this is what was signed
 * before, and other bytes are never stored.
 */
import { type Db, openDocument, type StoredDocument, signingCertificates } from '@rafaga/db';
import type { Signer } from '@rafaga/engine';
import { type PricedSale, price, type Sale } from '@rafaga/fiscal';
import type { Logger } from '@rafaga/runtime';
import { SealBroken, type Vault } from '@rafaga/secrets';
import { type FileStore, hashAndSize, restoreFile } from '@rafaga/storage';
import { openSigner } from '../keys/openSigner.js';
import { signedZip } from './signedZip.js';

export interface SignAgainDeps {
  db: Db;
  files: FileStore;
  vault: Vault;
  log: Logger;
}

/**
 * @returns the ZIP, now stored in the place of the lost one; undefined when no certificate of the
 * business gives the same bytes, as after an update that writes another XML
 * @throws SealBroken when this worker cannot open a certificate that may
 */
export async function signAgain(
  deps: SignAgainDeps,
  documentId: number,
): Promise<Buffer | undefined> {
  const document = await openDocument(deps.db, documentId);
  const lost = document?.files.find(({ kind }) => kind === 'zip');
  const signature = document?.outcome?.signature;
  const priced = document && pricedNow(document.sale);
  if (!lost || !signature || !priced) return undefined;
  const content = { priced, issuer: signature.issuer, createdAt: document.createdAt };
  let closed: SealBroken | undefined;
  for (const open of await signersOf(deps, document)) {
    const signer = open();
    if (signer instanceof SealBroken) {
      closed = signer;
      continue;
    }
    const { zip } = await signedZip(document, content, signer);
    if (!hashAndSize(zip).sha256.equals(lost.sha256)) continue;
    await restoreFile(deps.files, lost, zip);
    deps.log.warn('faltaba un archivo firmado: se rehízo, con los mismos bytes', {
      documentId,
      file: lost.objectKey,
    });
    return zip;
  }
  if (closed) throw closed;
  return undefined;
}

/** Undefined for a sale that this version does not price any more. */
function pricedNow(sale: Sale): PricedSale | undefined {
  try {
    return price(sale);
  } catch {
    return undefined;
  }
}

/** Each opens a signer when it is called: the last certificate, which comes first, is the usual. */
async function signersOf(
  { db, vault }: SignAgainDeps,
  { businessId }: StoredDocument,
): Promise<(() => Signer | SealBroken)[]> {
  const certificates = await signingCertificates(db, businessId);
  return certificates.flatMap((certificate) =>
    DIGESTS.map((digest) => () => {
      try {
        return openSigner(vault, businessId, certificate, digest);
      } catch (error) {
        if (error instanceof SealBroken) return error;
        throw error;
      }
    }),
  );
}

const DIGESTS = ['sha256', 'sha1'] as const;
