/** Compares what we sent with what SUNAT shows, for the person who decides a review. */
import type { Claim, Compared } from '@rafaga/db';
import type { SignedDocument } from '../exchange/signDocument.js';
import type { Classified } from './classified.js';
import type { QueryOutcome } from './decisionTable.js';

export function comparedOf(
  claim: Claim,
  document: SignedDocument,
  answer: Classified<QueryOutcome>,
): Compared {
  const { client, total, currency, issueDate } = claim.document;
  return {
    ours: {
      receiver: client,
      total,
      currency,
      issueDate,
      digest: document.digest,
      signedAt: document.at.toISOString(),
    },
    theirs: theirsOf(answer),
  };
}

function theirsOf({ code, text, cdr }: Classified<QueryOutcome>): Compared['theirs'] {
  if (!cdr) return { said: text, ...(code !== undefined && { code }) };
  const { description, receiver, receivedAt, digest } = cdr;
  return {
    said: description,
    code: cdr.code,
    ...(receiver !== undefined && { receiver }),
    ...(receivedAt && { receivedAt: receivedAt.toISOString() }),
    ...(digest !== undefined && { digest }),
  };
}
