/** Parses XML from outside into a tree: no DOCTYPE, a known encoding, limited depth. */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { CdrProblem } from './cdrProblem.js';
import { decoded, MAX_DEPTH } from './xmlGuard.js';

export interface XmlElement {
  /** The name with its prefix. */
  name: string;
  prefix: string;
  local: string;
  /** The URI of its namespace. */
  uri: string;
  /** Its attributes, without namespace declarations. */
  attributes: readonly Pick<SaxesAttributeNS, 'name' | 'prefix' | 'local' | 'uri' | 'value'>[];
  /** The URI of every prefix in scope; '' is the default namespace. */
  scope: ReadonlyMap<string, string>;
  children: XmlNode[];
  parent?: XmlElement;
}

/** A processing instruction. */
export interface XmlInstruction {
  target: string;
  body: string;
}

/** Comments are left out, as in the bytes that a signature within the document covers. */
export type XmlNode = XmlElement | string | XmlInstruction;

export interface XmlDocument {
  root: XmlElement;
  before: XmlInstruction[];
  after: XmlInstruction[];
}

/** @throws CdrProblem for XML that is invalid or not admitted */
export function xmlTree(bytes: Buffer): XmlDocument {
  const source = decoded(bytes);
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

export const isElement = (node: XmlNode): node is XmlElement =>
  typeof node === 'object' && 'local' in node;

/** The child elements of this name and namespace. */
export const childrenOf = (element: XmlElement, uri: string, local: string): XmlElement[] =>
  element.children.filter(
    (node): node is XmlElement => isElement(node) && node.uri === uri && node.local === local,
  );

/** The text directly in the element, without that of its children. */
export const textOf = (element: XmlElement): string =>
  element.children.filter((node) => typeof node === 'string').join('');

/** An element without declarations shares its parent's scope. */
function scopeOf(
  outer: ReadonlyMap<string, string>,
  declared: Record<string, string>,
): ReadonlyMap<string, string> {
  const own = Object.entries(declared);
  return own.length === 0 ? outer : new Map([...outer, ...own]);
}

const NOTHING: ReadonlyMap<string, string> = new Map();
const XMLNS = 'http://www.w3.org/2000/xmlns/';
