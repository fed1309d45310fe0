/**
 * XML from outside, behind a guard: no DOCTYPE, a known encoding, little depth. Tells each
 * element's text by its path of local names.
 */
import { SaxesParser } from 'saxes';
import { CdrProblem } from './cdrProblem.js';

/**
 * An element that ended: its names from the root down, its namespaces and the text directly in it.
 */
export type Visit = (path: readonly string[], namespace: string, text: string) => void;

/** Calls `visit` at each end tag; the namespace is the element's own. */
export function walkXml(bytes: Buffer, visit: Visit): void {
  const source = decoded(bytes);
  const path: string[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const add = (piece: string) => {
    if (texts.length > 0) texts[texts.length - 1] += piece;
  };
  parser.on('doctype', () => {
    throw new CdrProblem('xml_doctype');
  });
  // before the attributes are read: a deep document must not cost a look-up of namespaces a level
  parser.on('opentagstart', ({ name }) => {
    if (path.length === DEPTH) throw new CdrProblem('xml_too_deep');
    path.push(name.slice(name.indexOf(':') + 1));
    texts.push('');
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ uri }) => {
    visit(path, uri, texts.pop() as string);
    path.pop();
  });
  try {
    parser.write(source).close();
  } catch (problem) {
    throw problem instanceof CdrProblem ? problem : new CdrProblem('xml_malformed');
  }
}

/**
 * UTF-8 or ISO-8859-1, as the declaration says; a wrong byte is a refusal, never a replacement
 * character.
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

/** Elements in one another; a CDR has nine. */
export const DEPTH = 40;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
