/**
 * Describes what a caller sent, for a message about it: short, printable, with a wrong type named.
 */
import { printable } from './labels.js';

/** The longest part of a text that a message repeats. */
const SHOWN = 60;
/** Longer texts are measured in UTF-16 units, which costs nothing. */
const COUNTED = 20_000;

/** @param wanted the type of the schema: a text in place of a number is shown as one */
export function received(value: unknown, wanted = 'string'): string {
  if (Array.isArray(value)) return 'una lista';
  if (typeof value === 'object' && value !== null) return 'un objeto';
  if (typeof value === 'string') {
    const cut = value.length > SHOWN ? '…' : '';
    return `«${printable(value)}${cut}»${wanted === 'string' ? '' : ' (texto)'}`;
  }
  const isOther = typeof value === 'number' && wanted !== 'number';
  return `${String(value)}${isOther ? ' (número)' : ''}`;
}

/** A text in place of a number: the usual slip of a client that builds JSON itself. */
export const isQuoted = (value: unknown, wanted: string | undefined): boolean =>
  typeof value === 'string' && wanted === 'number';

/** The number of characters of a text, or of entries of a list. */
export function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'string') return undefined;
  return value.length > COUNTED ? value.length : Array.from(value).length;
}
