/** Parses the bytes of a body: one JSON object in strict UTF-8. */
import { isUtf8 } from 'node:buffer';
import { crowdedBody, NOT_JSON, Refusal } from '@rafaga/contract';
import { type Excess, excessOf } from './structure.js';

/** Longer bodies are parsed and checked in a thread; a sale of some dozens of lines is shorter. */
export const LARGE = 16_000;

/**
 * 400 when it is invalid JSON, 422 when it has more values than any sale.
 * @param key the header Idempotency-Key, whose faults are reported with those of the body
 */
export function parseBody(bytes: Buffer, key: string | undefined): unknown {
  if (bytes.length === 0) throw new Refusal('json_invalid', { mensaje: NOT_JSON.empty });
  if (!isUtf8(bytes)) throw new Refusal('json_invalid');
  if (bytes.length > LARGE) refuseExcess(bytes, key);
  let value: unknown;
  try {
    const text = bytes.toString('utf8');
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    throw new Refusal('json_invalid');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('body_not_object');
  return value;
}

/** Refuses, without parsing it, a body that would take long to parse and cannot be a sale. */
function refuseExcess(bytes: Buffer, key: string | undefined): void {
  const excess = excessOf(bytes);
  if (excess) throw excessRefusal(excess, bytes, key);
}

/** @param head the first bytes of the body */
export function excessRefusal(excess: Excess, head: Buffer, key: string | undefined): Refusal {
  if (excess.is === 'deep') return new Refusal('json_invalid');
  const isObject = /^\uFEFF?\s*\{/.test(head.toString('utf8', 0, 1_000));
  return isObject ? crowdedBody(key, excess.field) : new Refusal('body_not_object');
}
