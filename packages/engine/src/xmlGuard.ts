/** Checks XML from outside before it is parsed: no DOCTYPE, a known encoding, limited markup. */
import { CdrProblem } from './cdrProblem.js';

/**
 * Decodes UTF-8 or ISO-8859-1, as the declaration says.
 * @param mostMarks the limit of tags, and of attributes
 * @throws CdrProblem for a DOCTYPE, too many tags, another encoding or an invalid byte
 */
export function decoded(bytes: Buffer, mostMarks = MAX_MARKS): string {
  if (bytes.includes('<!DOCTYPE')) throw new CdrProblem('xml_doctype');
  if (isCrowded(bytes, mostMarks)) throw new CdrProblem('xml_crowded');
  const head = bytes.toString('latin1', 0, 200);
  const declared =
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/
      .exec(head)?.[1]
      ?.toLowerCase() ?? 'utf-8';
  if (declared === 'iso-8859-1') return bytes.toString('latin1');
  if (declared !== 'utf-8' && declared !== 'utf8') throw new CdrProblem('xml_encoding', declared);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new CdrProblem('xml_encoding');
  }
}

/** Whether it has more of a mark than is admitted; one of a few kilobytes never has. */
const isCrowded = (bytes: Buffer, most: number): boolean =>
  bytes.length > most &&
  (['<', '='].some((mark) => hasMore(bytes, mark, most)) || hasMore(bytes, 'xmlns', MAX_XMLNS));

function hasMore(bytes: Buffer, mark: string, most: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    found += 1;
    if (found > most) return true;
  }
  return false;
}

/**
 * Limit of tags, and of attributes, of a CDR. One with two observations for each of 500 lines has
 * six thousand tags. An element costs the parser and the signature as much as hundreds of bytes of
 * text do.
 */
const MAX_MARKS = 20_000;
/** Limit of declarations of prefixes: an element with one costs as much as all in scope. */
const MAX_XMLNS = 4_000;
/** Limit of nested elements; a CDR has nine levels. */
export const MAX_DEPTH = 40;
/** Limit of prefixes in scope, which each element that declares one copies; a CDR has ten. */
export const MAX_PREFIXES = 100;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
