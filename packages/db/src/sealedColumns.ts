/**
 * The columns whose values are sealed: the record and column that each value is bound to, and the
 * program that opens it. A value copied to another row or column does not open.
 */

export interface SealedColumn {
  opener: 'worker' | 'panel';
  /** Whether only the opener seals it. */
  own?: boolean;
  context: string;
  /** The binding of values that one master key sealed, before each program had its own keys. */
  before: string;
}

export const certificateKeyColumn = (id: number, businessId: number): SealedColumn => ({
  opener: 'worker',
  context: `certificates.private_key of ${id}, business ${businessId}`,
  before: `certificate:${businessId}`,
});

export type AccessField = 'solUser' | 'solPassword' | 'consultId' | 'consultSecret';

/**
 * @param destination where the value may be sent; absent: sealed by a version that did not bind it
 */
export const accessColumn = (
  businessId: number,
  field: AccessField,
  destination?: string | null,
): SealedColumn => ({
  opener: 'worker',
  context:
    `accesses.${field} of business ${businessId}` +
    (typeof destination === 'string' ? ` for ${destination}` : ''),
  before: `access:${businessId}:${field}`,
});

export const totpSecretColumn = (userId: number): SealedColumn => ({
  opener: 'panel',
  own: true,
  context: `users.totp_secret of ${userId}`,
  before: `totp:${userId}`,
});

/** @param sha256 of the answer's bytes, which distinguishes the answers of a document */
export const keptAnswerColumn = (documentId: number, sha256: Uint8Array): SealedColumn => ({
  opener: 'panel',
  context: `kept_answers.sealed of document ${documentId}, ${hex(sha256)}`,
  before: `evidence:${documentId}`,
});

/** @param sha256 of the zip */
export const pendingCdrColumn = (documentId: number, sha256: Uint8Array): SealedColumn => ({
  opener: 'worker',
  own: true,
  context: `pending_cdrs.sealed of document ${documentId}, ${hex(sha256)}`,
  before: `cdr:${documentId}`,
});

/** The result of a rehearsal. */
export const rehearsalColumn = (id: number): SealedColumn => ({
  opener: 'panel',
  context: `rehearsals.sealed of ${id}`,
  before: `rehearsal:${id}`,
});

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
