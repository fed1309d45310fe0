/** Parses XML from outside into a tree: no DOCTYPE, a known encoding, limited depth. */
import { SaxesParser } from 'saxes';
import { CdrProblem } from './cdrProblem.js';
import { plainXml } from './plainXml.js';
import { decoded, MAX_DEPTH, MAX_PREFIXES } from './xmlGuard.js';
import type { XmlDocument, XmlElement, XmlInstruction } from './xmlNodes.js';

/**
 * @param mostMarks the limit of tags, and of attributes; absent: that of a CDR
 * @throws CdrProblem for XML that is invalid or not admitted
 */
export function xmlTree(bytes: Buffer, mostMarks?: number): XmlDocument {
  const source = decoded(bytes, mostMarks);
  return plainXml(source) ?? parsed(source);
}

/**
 * Parses any XML.
 * @throws CdrProblem for XML that is invalid or not admitted
 */
export function parsed(source: string): XmlDocument {
  const parser = new SaxesParser({ xmlns: true });
  const before: XmlInstruction[] = [];
  const after: XmlInstruction[] = [];
  let root: XmlElement | undefined;
  let at: XmlElement | undefined;
  let depth = 0;
  parser.on('doctype', () => {
    throw new CdrProblem('xml_doctype');
  });
  // checked before namespaces are resolved, which is costly in a deep document
  parser.on('opentagstart', () => {
    if (depth === MAX_DEPTH) throw new CdrProblem('xml_too_deep');
    depth += 1;
  });
  parser.on('opentag', ({ name, prefix, local, uri, attributes, ns }) => {
    const given = Object.values(attributes).filter((one) => one.uri !== XMLNS);
    const scope = scopeOf(at?.scope ?? NOTHING, ns);
    const element: XmlElement = {
      name,
      prefix,
      local,
      uri,
      attributes: given,
      scope,
      children: [],
      ...(at && { parent: at }),
    };
    if (at) at.children.push(element);
    else root = element;
    at = element;
  });
  parser.on('text', (text) => at?.children.push(text));
  parser.on('cdata', (text) => at?.children.push(text));
  parser.on('processinginstruction', (instruction) => {
    (at?.children ?? (root ? after : before)).push(instruction);
  });
  parser.on('closetag', () => {
    at = at?.parent;
    depth -= 1;
  });
  try {
    parser.write(source).close();
  } catch (problem) {
    throw problem instanceof CdrProblem ? problem : new CdrProblem('xml_malformed');
  }
  if (!root) throw new CdrProblem('xml_malformed');
  return { root, before, after };
}

/** An element without declarations shares its parent's scope. */
function scopeOf(
  outer: ReadonlyMap<string, string>,
  declared: Record<string, string>,
): ReadonlyMap<string, string> {
  const own = Object.entries(declared);
  if (own.length === 0) return outer;
  const scope = new Map([...outer, ...own]);
  if (scope.size > MAX_PREFIXES) throw new CdrProblem('xml_prefixes');
  return scope;
}

const NOTHING: ReadonlyMap<string, string> = new Map();
const XMLNS = 'http://www.w3.org/2000/xmlns/';
