/**
 * Turns the bytes of a body into the document to issue, or into a refusal. Runs in the checking
 * thread: request and reply are plain values, which can be sent between threads.
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
  /** Whether the facts that its rules need were read from the database, as far as possible. */
  factsRead: boolean;
}

export interface PlainRefusal {
  reason: Reason;
  /** For a body with faults: the first faults, and the whole serialized answer. */
  invalid?: { errores: Errores; body: Uint8Array };
}

export type CheckReply =
  | { document: NewDocument }
  /** `known`: the body itself is valid, but one of today's rules refuses it. */
  | { refusal: PlainRefusal; known?: Pick<NewDocument, 'reference' | 'hash'> }
  /** Facts to read from the database before the check can go on; `bytes` returns the body. */
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

/** The record of a refused request names at most this many faults. */
const FIRST = 8;

/**
 * Serializes the faults here: sending thousands of them as objects would cost the event loop more
 * than sending the bytes of their answer.
 */
function plain(refusal: Refusal, { circumstances }: CheckRequest): PlainRefusal {
  const { reason } = refusal;
  if (!(refusal instanceof Invalid)) return { reason };
  const text = JSON.stringify(refusalBody(refusal, circumstances.requestId));
  const errores = Object.fromEntries(Object.entries(refusal.errores).slice(0, FIRST));
  return { reason, invalid: { errores, body: Buffer.from(text) } };
}

export const refusalOf = ({ reason, invalid }: PlainRefusal): Refusal =>
  invalid ? new WrittenInvalid(invalid.errores, invalid.body) : new Refusal(reason);
