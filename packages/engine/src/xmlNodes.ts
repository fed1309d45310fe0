/** The tree of a parsed XML document. */
import type { SaxesAttributeNS } from 'saxes';

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
