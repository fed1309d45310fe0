/** The same JSON gives the same 32 bytes: SHA-256 of the canonical form (RFC 8785), the kind of document mixed in. */
import { createHash } from 'node:crypto';
import type { Kind } from '@rafaga/fiscal';

/** What tells a repeated request from a different one with the same reference. The body holds no number that is not finite. */
export const canonicalHash = (kind: Kind, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${kind}\n${canonical(body)}`)
    .digest();

/** RFC 8785: keys sorted by UTF-16 code units, numbers in their shortest text, no white space. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    let text = '';
    for (const entry of value) text += text === '' ? canonical(entry) : `,${canonical(entry)}`;
    return `[${text}]`;
  }
  return `{${members(value as Record<string, unknown>)}}`;
}

function members(object: Record<string, unknown>): string {
  let text = '';
  for (const key of inOrder(Object.keys(object))) {
    const member = `${quoted(key)}:${canonical(object[key])}`;
    text += text === '' ? member : `,${member}`;
  }
  return text;
}

/** Lines of one request list their keys alike, mostly in order or few: an insertion sort beats the general one. */
function inOrder(keys: string[]): string[] {
  if (keys.length > 40) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string;
    let j = i - 1;
    while (j >= 0 && (keys[j] as string) > key) {
      keys[j + 1] = keys[j] as string;
      j--;
    }
    keys[j + 1] = key;
  }
  return keys;
}

/** Anything that JSON might have to escape; what is in doubt is left to JSON itself. */
const ESCAPED = /[^\u0020\u0021\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]/;

const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
