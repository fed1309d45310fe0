/** Reads the id in a path: an integer from 1 to 2^53-1 in decimal digits. */
import { Refusal } from '@rafaga/contract';
import type { Request } from '../handler.js';

/** @throws Refusal 404, because no document has any other id */
export function documentId(req: Request): number {
  const text = req.params.id ?? '';
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('document_unknown');
  return id;
}
