/** Reads the signature of a document, and its CDR if there is one, from its stored files. */
import type { RecoveredExchange } from '@rafaga/db';
import { CdrProblem, type InvoiceContent, readCdr, readInvoice } from '@rafaga/engine';
import { cdrOutcome, DOCUMENT_TYPE, limaInstant } from '@rafaga/fiscal';
import { type FileStore, hashAndSize, readable, zipEntryKey } from '@rafaga/storage';
import type { KeptKeys } from './fileIndex.js';

export interface ReadExchange {
  content: InvoiceContent;
  found: RecoveredExchange;
}

/**
 * @param digest of the signature that the database has: files with another one are ignored
 * @returns undefined when there is no signed file that can be read
 * @throws CdrProblem when its XML is not that of a document of this system
 */
export async function readExchange(
  files: FileStore,
  { zip, cdr, name }: KeptKeys,
  digest?: string | null,
): Promise<ReadExchange | undefined> {
  const packed = zip === undefined ? undefined : await readable(files, zip);
  if (zip === undefined || !packed) return undefined;
  const entry = zipEntryKey(zip, `${name}.xml`);
  const xml = await files.get(entry);
  const content = readInvoice(xml);
  if (digest != null && content.digest !== digest) return undefined;
  const at = limaInstant(content.issueDate, content.issueTime);
  const signed = {
    issuer: content.issuer,
    digest: content.digest,
    qr: content.qr,
    at,
    xml: { objectKey: entry, ...hashAndSize(xml) },
    zip: { objectKey: zip, ...hashAndSize(packed) },
  };
  const settled = cdr === undefined ? undefined : await readSettlement(files, cdr, content);
  return { content, found: { signed, ...(settled && { settled }) } };
}

/** Only a CDR of this document settles it; without one, the worker queries the authority later. */
async function readSettlement(
  files: FileStore,
  objectKey: string,
  { issuer, kind, series, number, digest }: InvoiceContent,
): Promise<RecoveredExchange['settled']> {
  const zip = await readable(files, objectKey);
  if (!zip) return undefined;
  const expected = { ruc: issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
  try {
    const { code, description, notes, digest: theirs } = readCdr(zip, expected);
    if (theirs !== undefined && theirs !== digest) return undefined;
    const state = cdrOutcome(code);
    const cdr = { objectKey, ...hashAndSize(zip) };
    return state && { state, code, description, notes, cdr };
  } catch (error) {
    if (error instanceof CdrProblem) return undefined;
    throw error;
  }
}
