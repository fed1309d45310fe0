/**
 * From the bytes of a body to the document to issue, or to its refusal: what the thread for large
 * bodies does. Its request and its reply are plain values.
 */
import {
  type Errores,
  Invalid,
  parseIssue,
  type Reason,
  Refusal,
  refusalBody,
} from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { parseBody } from '../edge/parseBody.js';
import { type Circumstances, draft } from '../routes/draft.js';
import { type FactsOf, factsOf } from '../routes/neededFacts.js';
import { WrittenInvalid } from './writtenInvalid.js';

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
  /** Of one with faults: the first of them, and its whole answer. */
  invalid?: { errores: Errores; body: Uint8Array };
}

export type CheckReply =
  | { document: NewDocument }
  /** `known`: the body is valid, and a rule of today refuses it. */
  | { refusal: PlainRefusal; known?: Pick<NewDocument, 'reference' | 'hash'> }
  /** What the rules need of the database has to be read first; the body comes back for that. */
  | { needed: FactsOf; bytes: Uint8Array };

export function checkBody(check: CheckRequest): CheckReply {
  const { kind, key, bytes, circumstances, factsRead } = check;
  try {
    const { buffer, byteOffset, byteLength } = bytes;
    const body = parseBody(Buffer.from(buffer, byteOffset, byteLength), key);
    const request = parseIssue(kind, key, body, circumstances.caller.business);
    const needed = factsRead ? undefined : factsOf(request.sale);
    if (needed !== undefined) return { needed, bytes };
    const document = draft(request, circumstances);
    if (!(document instanceof Refusal)) return { document };
    return {
      refusal: plain(document, check),
      known: { reference: request.key, hash: request.hash },
    };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: plain(error, check) };
    throw error;
  }
}

/** As many faults as the record of a refused request names. */
const FIRST = 8;

/** Thousands of faults would cost the event loop more than their answer's bytes. */
function plain(refusal: Refusal, { circumstances }: CheckRequest): PlainRefusal {
  const { reason } = refusal;
  if (!(refusal instanceof Invalid)) return { reason };
  const text = JSON.stringify(refusalBody(refusal, circumstances.requestId));
  const errores = Object.fromEntries(Object.entries(refusal.errores).slice(0, FIRST));
  return { reason, invalid: { errores, body: Buffer.from(text) } };
}

export const refusalOf = ({ reason, invalid }: PlainRefusal): Refusal =>
  invalid ? new WrittenInvalid(invalid.errores, invalid.body) : new Refusal(reason);
