/** Signs a document once: its signed bytes are stored and recorded before they are sent. */
import { type Claim, markSigned, type Signed } from '@rafaga/db';
import {
  cdrFileName,
  centsText,
  documentName,
  type NamedDocument,
  type PricedSale,
  price,
  type Sale,
} from '@rafaga/fiscal';
import { hashAndSize, objectKey, UnreadableFile, zipEntryKey } from '@rafaga/storage';
import type { Review } from '../decisions/decision.js';
import type { Deps } from '../deps.js';
import { signAgain } from '../files/signAgain.js';
import { signedZip } from '../files/signedZip.js';

export interface SignedDocument {
  digest: string;
  at: Date;
  /** @throws UnreadableFile when the stored bytes are lost, and cannot be made again */
  zip(): Promise<Buffer>;
  /** The signature, while it is stored but not recorded. */
  unrecorded?: Signed;
}

/** The sale cannot be signed, now or later. */
class Unsignable extends Error {
  override name = 'Unsignable';
}

const named = ({ business, document: { kind, series, number } }: Claim): NamedDocument => ({
  ruc: business.issuer.ruc,
  kind,
  series,
  number,
});

export const nameOf = (claim: Claim): string => documentName(named(claim));

/** The CDR's key in the file store. */
export const cdrKey = (claim: Claim): string => keyOf(claim, cdrFileName(named(claim)));

const keyOf = ({ business, documentId }: Claim, fileName: string): string =>
  objectKey({ ruc: business.issuer.ruc, id: documentId }, fileName);

/**
 * Signs and stores a document. The caller records `unrecorded`, alone or with the intent to send.
 */
export async function signDocument(deps: Deps, claim: Claim): Promise<SignedDocument> {
  const { signed: before } = claim;
  if (before)
    return {
      digest: before.digest,
      at: before.at,
      zip: () => storedZip(deps, claim.documentId, before.zip),
    };
  const began = performance.now();
  const { name, xml: bytes, zip: zipped, digest, qr } = await build(deps, claim);
  const zip = await deps.files.put(keyOf(claim, `${name}.zip`), zipped);
  // the XML is read from the ZIP, so that it is stored once
  const xml = { objectKey: zipEntryKey(zip.objectKey, `${name}.xml`), ...hashAndSize(bytes) };
  const { issuer } = claim.business;
  return {
    digest,
    at: claim.now,
    zip: async () => zipped,
    unrecorded: { issuer, digest, qr, xml, zip, tookMs: performance.now() - began },
  };
}

/** @throws UnreadableFile for a lost one that cannot be made again */
async function storedZip(
  deps: Deps,
  documentId: number,
  { objectKey, sha256 }: { objectKey: string; sha256: Buffer },
): Promise<Buffer> {
  try {
    return await deps.files.get(objectKey, sha256);
  } catch (error) {
    const again = error instanceof UnreadableFile && (await signAgain(deps, documentId));
    if (!again) throw error;
    return again;
  }
}

/** Turns a sale that cannot be signed into a review. */
export async function signOrReview(
  sign: (claim: Claim) => Promise<SignedDocument>,
  claim: Claim,
): Promise<SignedDocument | Review> {
  try {
    return await sign(claim);
  } catch (error) {
    if (!(error instanceof Unsignable)) throw error;
    return { do: 'review', reason: 'broken', error: error.message };
  }
}

/** Records the signature of a document that is not sent now. */
export async function recordSignature(
  deps: Deps,
  claim: Claim,
  { unrecorded }: SignedDocument,
): Promise<void> {
  if (unrecorded) await markSigned(deps.db, claim, unrecorded, { sending: false });
}

async function build(deps: Deps, claim: Claim) {
  const { sale, document, business } = claim;
  if (!sale) throw new Error('a claim of an unsigned document must include its sale');
  const signer = await deps.signers(claim);
  try {
    const priced = pricedAs(document.total, sale);
    const { issuer } = business;
    const { createdAt } = document;
    return await signedZip(named(claim), { priced, issuer, createdAt }, signer);
  } catch (error) {
    throw new Unsignable((error as Error).message, { cause: error });
  }
}

/**
 * Checks that the total is still the acknowledged one: a newer version may price a sale
 * differently, but the client has paid the total of the 201, and SUNAT must get the same.
 */
function pricedAs(acknowledged: string, sale: Sale): PricedSale {
  const priced = price(sale);
  const total = centsText(priced.totals.payable);
  if (total !== acknowledged)
    throw new Error(
      `El comprobante se emitió por ${acknowledged} y esta versión del programa lo calcula en ` +
        `${total}: no se firma otro importe.`,
    );
  return priced;
}
