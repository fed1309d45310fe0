/** A CDR that a worker has received, and how it is kept in PostgreSQL. */
import { type CdrContent, type Claim, keepPendingCdr, pendingCdrColumn } from '@rafaga/db';
import { hashAndSize } from '@rafaga/storage';
import type { Deps } from '../deps.js';

export interface ReceivedCdr {
  zip: Buffer;
  content: CdrContent;
}

/**
 * Stores the CDR encrypted in PostgreSQL until it is moved to the file store.
 * @param options.forPerson whether only a person resumes the document
 * @returns false when there is no room for it
 */
export function keepSealedCdr(
  { db, vault }: Deps,
  claim: Claim,
  { zip, content }: ReceivedCdr,
  options?: { forPerson: boolean },
): Promise<boolean> {
  const kept = hashAndSize(zip);
  const sealed = vault.seal(zip, pendingCdrColumn(claim.documentId, kept.sha256));
  return keepPendingCdr(db, claim, { ...kept, sealed }, content, options);
}
