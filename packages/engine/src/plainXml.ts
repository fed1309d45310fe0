/**
 * Parses plain XML in a tenth of a general parser's time: elements,
 * attributes, namespaces and text, as authorities write CDRs. It gives undefined for everything
 * else, also for what is not well-formed: then the general parser decides.
 */
import { MAX_DEPTH, MAX_PREFIXES } from './xmlGuard.js';
import type { XmlDocument, XmlElement } from './xmlNodes.js';

const NAME = '[A-Za-z_][\\w.-]*';
const QUALIFIED = `(?:${NAME}:)?${NAME}`;
const SPACE = '[ \\t\\n]';
const EQUALS = `${SPACE}*=${SPACE}*`;
const VALUE = `"[^"<\\n\\t]*"|'[^'<\\n\\t]*'`;

/** A tag, and the text up to the next one. */
const TAG = new RegExp(
  `<(/?)(${QUALIFIED})((?:${SPACE}+${QUALIFIED}${EQUALS}(?:${VALUE}))*)${SPACE}*(/?)>([^<]*)`,
  'y',
);
const ATTRIBUTES = new RegExp(`(${QUALIFIED})${EQUALS}(${VALUE})`, 'g');
const ENCODING = '(?: encoding="(?:[Uu][Tt][Ff]-8|[Ii][Ss][Oo]-8859-1)")?';
const DECLARATION = new RegExp(
  `^\\ufeff?(?:<\\?xml version="1\\.0"${ENCODING}(?: standalone="(?:yes|no)")?\\?>)?${SPACE}*`,
);

/**
 * What is left to the general parser: references by number, comments, sections, instructions, line
 * ends that a parser changes, and characters that XML may not contain or that need two units.
 */
const BEYOND = /\r|&(?!(?:lt|gt|amp|quot|apos);)|<[!?]|\]\]>|[^\t\n -~\xa0-\ud7ff\ue000-\ufefe]/;

export function plainXml(source: string): XmlDocument | undefined {
  const body = source.slice(DECLARATION.exec(source)?.[0].length);
  if (BEYOND.test(body)) return undefined;
  const read: Reading = { depth: 0 };
  TAG.lastIndex = 0;
  for (let end = 0; end < body.length; end = TAG.lastIndex) {
    const tag = TAG.exec(body) as Tag | null;
    if (!tag || (read.root && !read.open)) return undefined;
    if (!(tag[1] ? close(read, tag) : open(read, tag))) return undefined;
    const text = tag[5];
    if (read.open) {
      if (text !== '') read.open.children.push(unescaped(text));
    } else if (/[^ \t\n]/.test(text)) return undefined;
  }
  return read.root && !read.open ? { root: read.root, before: [], after: [] } : undefined;
}

type Tag = [whole: string, slash: string, name: string, given: string, end: string, text: string];

interface Reading {
  root?: XmlElement;
  /** The innermost element that is not closed. */
  open?: XmlElement | undefined;
  depth: number;
}

/** @returns false for a tag that the general parser judges; so do the functions below */
function close(read: Reading, [, , name, given, end]: Tag): boolean {
  if (given !== '' || end !== '' || read.open?.name !== name) return false;
  read.open = read.open.parent;
  read.depth -= 1;
  return true;
}

function open(read: Reading, [, , name, given, end]: Tag): boolean {
  const element = read.depth < MAX_DEPTH && elementOf(name, given, read.open);
  if (!element) return false;
  read.open?.children.push(element);
  read.root ??= element;
  if (end === '') {
    read.open = element;
    read.depth += 1;
  }
  return true;
}

function elementOf(
  name: string,
  given: string,
  parent: XmlElement | undefined,
): XmlElement | undefined {
  const outer = parent?.scope ?? NOTHING;
  const read = given === '' ? PLAIN : readAttributes(given, outer);
  const scope = read?.scope ?? outer;
  const [prefix, local] = parted(name);
  const uri = scope.get(prefix) ?? (prefix === '' ? '' : undefined);
  if (!read || uri === undefined) return undefined;
  const { attributes } = read;
  const element: XmlElement = { name, prefix, local, uri, attributes, scope, children: [] };
  if (parent) element.parent = parent;
  return element;
}

type Attribute = XmlElement['attributes'][number];

interface Read {
  attributes: readonly Attribute[];
  /** Absent: that of the parent. */
  scope?: ReadonlyMap<string, string>;
}

/** Reads the attributes without prefix and the declarations of namespaces. */
function readAttributes(given: string, outer: ReadonlyMap<string, string>): Read | undefined {
  const attributes: Attribute[] = [];
  let scope: Map<string, string> | undefined;
  const names = new Set<string>();
  for (const [, name, quoted] of given.matchAll(ATTRIBUTES) as Iterable<string[]>) {
    if (name === undefined || quoted === undefined || names.has(name)) return undefined;
    names.add(name);
    const value = unescaped(quoted.slice(1, -1));
    const [prefix, local] = parted(name);
    const declared = prefix === 'xmlns' ? local : name === 'xmlns' ? '' : undefined;
    if (declared === undefined) {
      if (prefix !== '') return undefined;
      attributes.push({ name, prefix: '', local: name, uri: '', value });
    } else {
      if (!DECLARABLE.test(declared) || !NAMESPACE.test(value)) return undefined;
      scope ??= new Map(outer);
      scope.set(declared, value);
      if (scope.size > MAX_PREFIXES) return undefined;
    }
  }
  return { attributes, ...(scope && { scope }) };
}

/** Names that begin with xml have a meaning of their own, and so have XML's own namespaces. */
const DECLARABLE = /^(?!xml)/i;
const NAMESPACE = /^(?!http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/))[^\s]+$/;

const unescaped = (text: string): string =>
  text.includes('&') ? text.replace(/&(\w+);/g, (_, name) => MARKS[name] as string) : text;
const MARKS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function parted(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

const NOTHING: ReadonlyMap<string, string> = new Map();
const PLAIN: Read = { attributes: [] };
