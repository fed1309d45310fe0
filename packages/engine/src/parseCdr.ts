/**
 * Unpacks and parses a CDR once, so that its fields and its signature are read from the same tree.
 */
import { readZip } from './readZip.js';
import type { XmlDocument } from './xmlNodes.js';
import { xmlTree } from './xmlTree.js';

export interface ParsedCdr {
  zip: Buffer;
  /** The name of the XML in the ZIP. */
  name: string;
  xml: Buffer;
  document: XmlDocument;
}

/** @throws CdrProblem when the ZIP or its XML cannot be read */
export function parseCdr(zip: Buffer): ParsedCdr {
  const { name, bytes } = readZip(zip);
  return { zip, name, xml: bytes, document: xmlTree(bytes) };
}
