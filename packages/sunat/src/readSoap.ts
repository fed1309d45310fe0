/** Reads an untrusted SOAP answer: no DOCTYPE, limited markup; undefined for anything else. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

export interface SoapAnswer {
  /** Local names from the Body down, joined by '/', to their text. The first of a name counts. */
  [path: string]: string;
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const DEPTH = 12;
/**
 * The most elements and attributes; an answer has about ten. The path that is made for each element
 * is as long as its ancestors' names together.
 */
const MAX_MARKS = 2_000;
const MAX_NAME = 100;

export function readSoap(bytes: Buffer): SoapAnswer | undefined {
  const text = decoded(bytes);
  if (text === undefined) return undefined;
  try {
    return walk(text);
  } catch {
    return undefined;
  }
}

function walk(text: string): SoapAnswer | undefined {
  const answer: SoapAnswer = {};
  const path: string[] = [];
  let leaf = '';
  let marks = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => {
    throw new Error('DOCTYPE');
  });
  parser.on('error', (error) => {
    throw error;
  });
  const countMark = ({ name }: { name: string }) => {
    marks += 1;
    if (marks > MAX_MARKS || name.length > MAX_NAME) throw new Error('too much markup');
  };
  parser.on('opentagstart', countMark);
  parser.on('attribute', countMark);
  parser.on('opentag', ({ local, uri }: SaxesTagNS) => {
    if (path.length === 0 && (local !== 'Envelope' || uri !== SOAP)) throw new Error('no envelope');
    if (path.push(local) > DEPTH) throw new Error('too deep');
    leaf = '';
  });
  parser.on('text', (part) => {
    leaf += part;
  });
  parser.on('cdata', (part) => {
    leaf += part;
  });
  parser.on('closetag', () => {
    const name = path.slice(2).join('/');
    if (path[1] === 'Body' && path.length > 2) answer[name] ??= leaf.trim();
    leaf = '';
    path.pop();
  });
  parser.write(text).close();
  return answer;
}

/**
 * UTF-8 or ISO-8859-1; UTF-16 would hide a DOCTYPE from a reader of bytes, and SUNAT has never sent
 * it.
 */
function decoded(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 200).toString('latin1');
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(start) || start.includes('\0')) return undefined;
  const encoding =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i
      .exec(start)?.[1]
      ?.toLowerCase() ?? 'utf-8';
  if (encoding === 'utf-8' || encoding === 'utf8' || encoding === 'us-ascii')
    return bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
  if (encoding === 'iso-8859-1') return bytes.toString('latin1').trimStart();
  return undefined;
}
