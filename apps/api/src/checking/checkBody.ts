/**
 * From the bytes of a body to the document to issue, or to its refusal: what the thread for large
 * bodies does. Its request and its reply are plain values.
 */
import { Invalid, parseIssue, type Reason, Refusal } from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { parseBody } from '../edge/parseBody.js';
import { type Circumstances, draft } from '../routes/draft.js';
import { type FactsOf, factsOf } from '../routes/neededFacts.js';

export interface CheckRequest {
  kind: Kind;
  /** The header Idempotency-Key. */
  key: string | undefined;
  bytes: Uint8Array;
  circumstances: Circumstances;
  /** Whether what its rules need of the database was read, as far as it could be. */
  factsRead: boolean;
}

export interface PlainRefusal {
  reason: Reason;
  errores?: Invalid['errores'];
}

export type CheckReply =
  | { document: NewDocument }
  /** `known`: the body is valid, and a rule of today refuses it. */
  | { refusal: PlainRefusal; known?: Pick<NewDocument, 'reference' | 'hash'> }
  /** What the rules need of the database has to be read first. */
  | { needed: FactsOf };

export function checkBody(check: CheckRequest): CheckReply {
  const { kind, key, bytes, circumstances, factsRead } = check;
  try {
    const { buffer, byteOffset, byteLength } = bytes;
    const body = parseBody(Buffer.from(buffer, byteOffset, byteLength), key);
    const request = parseIssue(kind, key, body, circumstances.caller.business);
    const needed = factsRead ? undefined : factsOf(request.sale);
    if (needed !== undefined) return { needed };
    const document = draft(request, circumstances);
    if (!(document instanceof Refusal)) return { document };
    return { refusal: plain(document), known: { reference: request.key, hash: request.hash } };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: plain(error) };
    throw error;
  }
}

const plain = (refusal: Refusal): PlainRefusal => ({
  reason: refusal.reason,
  ...(refusal instanceof Invalid && { errores: refusal.errores }),
});

export const refusalOf = ({ reason, errores }: PlainRefusal): Refusal =>
  errores ? new Invalid(errores) : new Refusal(reason);
