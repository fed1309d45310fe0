/** XML from outside as a tree: no DOCTYPE, a known encoding, limited depth. */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { CdrProblem } from './cdrProblem.js';
import { DEPTH, decoded } from './xmlGuard.js';

export interface XmlElement {
  /** As written, with its prefix. */
  name: string;
  prefix: string;
  local: string;
  /** Its namespace. */
  uri: string;
  /** Without declarations of namespaces. */
  attributes: readonly Pick<SaxesAttributeNS, 'name' | 'prefix' | 'local' | 'uri' | 'value'>[];
  /** Every prefix in scope, its own declarations included; '' is the default. */
  scope: ReadonlyMap<string, string>;
  children: XmlNode[];
  parent?: XmlElement;
}

/** A processing instruction. */
export interface XmlInstruction {
  target: string;
  body: string;
}

/**
 * Comments are left out: what a signature refers to within its own document is that document
 * without them.
 */
export type XmlNode = XmlElement | string | XmlInstruction;

export interface XmlDocument {
  root: XmlElement;
  before: XmlInstruction[];
  after: XmlInstruction[];
}

/** @throws CdrProblem for what is not XML that we admit */
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
  // before the attributes are read: a deep document must not cost a look-up of namespaces a level
  parser.on('opentagstart', () => {
    if (depth === DEPTH) throw new CdrProblem('xml_too_deep');
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

/** Its children of this name and namespace. */
export const childrenOf = (element: XmlElement, uri: string, local: string): XmlElement[] =>
  element.children.filter(
    (node): node is XmlElement => isElement(node) && node.uri === uri && node.local === local,
  );

/** The text directly in it. */
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
