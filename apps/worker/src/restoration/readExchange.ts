/**
 * What the kept files of a document say of its exchange: signed by us, and perhaps answered by the
 * authority.
 */
import type { RecoveredExchange } from '@rafaga/db';
import { CdrProblem, type InvoiceContent, readCdr, readInvoice } from '@rafaga/engine';
import { DOCUMENT_TYPE, verdict } from '@rafaga/fiscal';
import { describe, FileDamaged, FileMissing, type FileStore, zipEntryKey } from '@rafaga/storage';
import type { KeptKeys } from './fileIndex.js';

export interface ReadExchange {
  facts: InvoiceContent;
  found: RecoveredExchange;
}

/**
 * Undefined when nothing signed can be read.
 * @param digest of the signature that the database remembers: other bytes are none of its
 */
export async function readExchange(
  files: FileStore,
  { zip, cdr, name }: KeptKeys,
  digest?: string | null,
): Promise<ReadExchange | undefined> {
  const packed = zip === undefined ? undefined : await kept(files, zip);
  if (zip === undefined || !packed) return undefined;
  const inside = zipEntryKey(zip, `${name}.xml`);
  const xml = await files.get(inside);
  const facts = readInvoice(xml);
  if (digest != null && facts.digest !== digest) return undefined;
  const at = new Date(`${facts.issueDate}T${facts.issueTime}-05:00`);
  const signed = {
    ...{ issuer: facts.issuer, digest: facts.digest, qr: facts.qr, at },
    xml: { objectKey: inside, ...describe(xml) },
    zip: { objectKey: zip, ...describe(packed) },
  };
  const settled = cdr === undefined ? undefined : await readAnswer(files, cdr, facts);
  return { facts, found: { signed, ...(settled && { settled }) } };
}

/** Only a CDR of this very document settles it; of any other the authority is asked. */
async function readAnswer(
  files: FileStore,
  objectKey: string,
  { issuer, kind, series, number, digest }: InvoiceContent,
): Promise<RecoveredExchange['settled']> {
  const zip = await kept(files, objectKey);
  if (!zip) return undefined;
  const expected = { ruc: issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
  try {
    const { code, description, notes, digest: theirs } = readCdr(zip, expected);
    if (theirs !== undefined && theirs !== digest) return undefined;
    const state = stateOf(code);
    const cdr = { objectKey, ...describe(zip) };
    return state && { state, code, description, notes, cdr };
  } catch (error) {
    if (error instanceof CdrProblem) return undefined;
    throw error;
  }
}

function stateOf(code: string): 'accepted' | 'rejected' | undefined {
  if (code >= '2000' && code < '4000') return 'rejected';
  return verdict(code).do === 'accepted' ? 'accepted' : undefined;
}

async function kept(files: FileStore, key: string): Promise<Buffer | undefined> {
  return files.get(key).catch((error) => {
    if (error instanceof FileDamaged || error instanceof FileMissing) return undefined;
    throw error;
  });
}
