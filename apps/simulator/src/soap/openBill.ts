/** Opens the file of sendBill: a zip of the right name that has one XML of the same name. */
import { createHash } from 'node:crypto';
import { decodeXml, readInvoice } from '../documents/invoice.js';
import { readName } from '../documents/name.js';
import { Problem } from '../documents/problem.js';
import { BrokenZip, type Entry, unzip } from '../documents/zip.js';
import type { SoapRequest } from './envelope.js';
import type { Receipt } from './receipt.js';

/**
 * Sets on the receipt what it reads.
 * @returns the bytes of the XML
 * @throws Problem with SUNAT's return code
 */
export function openBill(receipt: Receipt, request: SoapRequest, strict: boolean): Buffer {
  const fileName = request.fields.fileName ?? '';
  const name = fileName.toLowerCase().endsWith('.zip')
    ? readName(fileName.slice(0, -4))
    : undefined;
  if (!name || (name.type !== '01' && name.type !== '03')) throw new Problem('0151', fileName);
  receipt.name = name;
  receipt.document = name.text;
  if (request.username?.slice(0, 11) !== name.ruc) throw new Problem('0154');
  const content = request.fields.contentFile ?? '';
  if (content === '') throw new Problem('0155');
  const file = onlyXmlFile(Buffer.from(content, 'base64'), fileName);
  receipt.sha256 = createHash('sha256').update(file.content).digest('hex');
  receipt.invoice = readInvoice(decodeXml(file.content), { skim: !strict });
  receipt.digest = receipt.invoice.digest ?? null;
  return file.content;
}

function onlyXmlFile(zip: Buffer, fileName: string): Entry {
  const files = filesOf(zip);
  const [file, ...others] = files.filter(({ name }) => name.toLowerCase().endsWith('.xml'));
  if (!file) throw new Problem(files.length === 0 ? '0155' : '0157');
  if (others.length > 0) throw new Problem('0158');
  if (!readName(file.name.slice(0, -4))) throw new Problem('0159', file.name);
  if (file.name.slice(0, -4) !== fileName.slice(0, -4)) throw new Problem('0161', file.name);
  if (file.content.length === 0) throw new Problem('0160');
  return file;
}

function filesOf(zip: Buffer): Entry[] {
  try {
    return unzip(zip).filter(({ name }) => !name.endsWith('/'));
  } catch (error) {
    if (error instanceof BrokenZip) throw new Problem('0156', error.message);
    throw error;
  }
}
