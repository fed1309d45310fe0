/**
 * Hashes a request: SHA-256 of the kind of document and the body in canonical form (RFC 8785).
 * Equal JSON values have equal hashes.
 */
import { hash } from 'node:crypto';
import type { Kind } from '@rafaga/fiscal';

/**
 * Distinguishes a repeated request from a different one with the same reference.
 * @param body its numbers are finite
 */
export const canonicalHash = (kind: Kind, body: unknown): Buffer =>
  hash('sha256', `${kind}\n${canonical(body)}`, 'buffer');

/**
 * RFC 8785: keys sorted by UTF-16 code units, numbers in their shortest text, no white space.
 * Faster than `JSON.stringify`.
 */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? list(value) : object(value as Fields, shapeOf(value as Fields));
}

type Fields = Record<string, unknown>;

/**
 * The keys of an object in their own order, and sorted, each with the text before its value.
 */
interface Shape {
  keys: string[];
  sorted: string[];
  before: string[];
}

function shapeOf(value: Fields): Shape {
  const keys = Object.keys(value);
  const sorted = keys.toSorted();
  return {
    keys,
    sorted,
    before: sorted.map((key, index) => `${index === 0 ? '' : ','}${quoted(key)}:`),
  };
}

function object(value: Fields, { sorted, before }: Shape): string {
  let text = '{';
  for (let i = 0; i < sorted.length; i++)
    text += `${before[i]}${canonical(value[sorted[i] as string])}`;
  return `${text}}`;
}

/** The lines of a document list their keys alike, so their order is computed once. */
function list(values: unknown[]): string {
  let shape: Shape | undefined;
  let text = '[';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) text += ',';
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      shape =
        shape !== undefined && fits(value as Fields, shape) ? shape : shapeOf(value as Fields);
      text += object(value as Fields, shape);
    } else text += canonical(value);
  }
  return `${text}]`;
}

function fits(value: Fields, { keys }: Shape): boolean {
  let i = 0;
  for (const key in value) if (keys[i++] !== key) return false;
  return i === keys.length;
}

/** Any character that JSON may have to escape; JSON.stringify writes such a text. */
const ESCAPED = /[^\u0020\u0021\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]/;

const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
