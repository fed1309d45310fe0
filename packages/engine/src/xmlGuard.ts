/** Checks XML from outside before it is parsed: no DOCTYPE, and a known encoding. */
import { CdrProblem } from './cdrProblem.js';

/**
 * Decodes UTF-8 or ISO-8859-1, as the declaration says.
 * @throws CdrProblem for a DOCTYPE, another encoding or an invalid byte
 */
export function decoded(bytes: Buffer): string {
  if (bytes.includes('<!DOCTYPE')) throw new CdrProblem('xml_doctype');
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

/** Limit of nested elements; a CDR has nine levels. */
export const MAX_DEPTH = 40;
/** Limit of prefixes in scope, which each element that declares one copies; a CDR has ten. */
export const MAX_PREFIXES = 100;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
