/**
 * Writes canonical XML 1.0, inclusive or exclusive, without comments: the bytes that a signature
 * digests.
 */
import { escaped, escapedAttribute } from './xml.js';
import {
  isElement,
  type XmlDocument,
  type XmlElement,
  type XmlInstruction,
  type XmlNode,
} from './xmlNodes.js';

export interface CanonicalForm {
  exclusive: boolean;
  /** Prefixes that the exclusive form treats as the inclusive form does; '' is the default. */
  prefixes?: readonly string[];
  /** An element to leave out with its content: an enveloped signature. */
  without?: XmlElement;
}

/** The canonical form of an element, which declares the namespaces in scope at it. */
export function canonicalXml(element: XmlElement, form: CanonicalForm): Buffer {
  const pieces: string[] = [];
  write(element, { ...form, pieces }, NOTHING, inheritedAttributes(element, form));
  return Buffer.from(pieces.join(''));
}

/** The canonical form of a document, with the processing instructions around its root. */
export function canonicalDocument(
  { root, before, after }: XmlDocument,
  form: CanonicalForm,
): Buffer {
  const first = before.map((one) => `${instruction(one)}\n`).join('');
  const last = after.map((one) => `\n${instruction(one)}`).join('');
  return Buffer.concat([Buffer.from(first), canonicalXml(root, form), Buffer.from(last)]);
}

interface Writer extends CanonicalForm {
  pieces: string[];
}

/** @param written the namespaces that the enclosing elements declare in the output */
function write(
  element: XmlElement,
  writing: Writer,
  written: ReadonlyMap<string, string>,
  inherited: Attributes = [],
): void {
  const { pieces } = writing;
  const declared = declarations(element, writing, written);
  const attributes = [...element.attributes, ...inherited].sort(byNamespaceThenName);
  pieces.push('<', element.name);
  for (const [prefix, uri] of declared)
    pieces.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, escapedAttribute(uri), '"');
  for (const { name, value } of attributes)
    pieces.push(' ', name, '="', escapedAttribute(value), '"');
  pieces.push('>');
  const within = declared.length === 0 ? written : new Map([...written, ...declared]);
  for (const node of element.children) writeNode(node, writing, within);
  pieces.push('</', element.name, '>');
}

function writeNode(node: XmlNode, writing: Writer, written: ReadonlyMap<string, string>): void {
  if (typeof node === 'string') writing.pieces.push(escaped(node));
  else if (!isElement(node)) writing.pieces.push(instruction(node));
  else if (node !== writing.without) write(node, writing, written);
}

const instruction = ({ target, body }: XmlInstruction) =>
  `<?${target}${body === '' ? '' : ` ${body.replaceAll('\r', '&#xD;')}`}?>`;

/**
 * The namespaces to declare on the element: none that an enclosing element declares, and in the
 * exclusive form only those that it uses.
 */
function declarations(
  element: XmlElement,
  form: CanonicalForm,
  written: ReadonlyMap<string, string>,
): [string, string][] {
  // an element without declarations adds none in the inclusive way, except the top element
  const mayDeclare = element.parent?.scope !== element.scope || written === NOTHING;
  if (!form.exclusive && !mayDeclare) return [];
  const wanted = form.exclusive
    ? usedBy(element, mayDeclare ? form.prefixes : [])
    : element.scope.keys();
  const declared: [string, string][] = [];
  for (const prefix of wanted) {
    const uri = element.scope.get(prefix) ?? '';
    const known = written.get(prefix) ?? '';
    if (prefix !== 'xml' && uri !== known) declared.push([prefix, uri]);
  }
  return declared.sort(([a], [b]) => compare(a, b));
}

function usedBy(element: XmlElement, inclusive: readonly string[] = []): Set<string> {
  const used = new Set([element.prefix]);
  for (const { prefix } of element.attributes) if (prefix !== '') used.add(prefix);
  for (const prefix of inclusive) if (element.scope.has(prefix)) used.add(prefix);
  return used;
}

type Attributes = XmlElement['attributes'];

/** The inclusive form copies xml: attributes from enclosing elements; the nearest one counts. */
function inheritedAttributes(top: XmlElement, { exclusive }: CanonicalForm): Attributes {
  if (exclusive) return [];
  const found = new Map(top.attributes.map((one) => [one.name, one]));
  const inherited: Attributes[number][] = [];
  for (let outer = top.parent; outer; outer = outer.parent) {
    for (const one of outer.attributes) {
      if (one.uri !== XML || found.has(one.name)) continue;
      found.set(one.name, one);
      inherited.push(one);
    }
  }
  return inherited;
}

const byNamespaceThenName = (a: Attributes[number], b: Attributes[number]) =>
  compare(a.uri, b.uri) || compare(a.local, b.local);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const NOTHING: ReadonlyMap<string, string> = new Map();
const XML = 'http://www.w3.org/XML/1998/namespace';
