/**
 * Reads the authority's answer from its CDR, SUNAT's (UBL 2.0) or an OSE's (UBL 2.1), if it is
 * about the document that was sent.
 */
import { limaInstant } from '@rafaga/fiscal';
import { type CdrFields, cdrFields } from './cdrFields.js';
import { CdrProblem } from './cdrProblem.js';
import { checkCdrDocument, type Expected, withoutType } from './checkCdrDocument.js';
import { type ParsedCdr, parseCdr } from './parseCdr.js';

export type { Expected } from './checkCdrDocument.js';

export interface Cdr {
  /** '0' is accepted; four digits otherwise. */
  code: string;
  description: string;
  /** The observations. */
  notes: { code: string; text: string }[];
  xml: Buffer;
  /** The digest of the document, which only the CDR of an OSE has. */
  digest?: string | undefined;
  /** The client's identity document, if the CDR names it: '20601234561' or '-'. */
  receiver?: string | undefined;
  /** The same as it is written, perhaps with its type: '6-20601234561'. */
  receiverWritten?: string | undefined;
  /** When the authority received the document, in whole seconds, if the CDR says so clearly. */
  receivedAt?: Date | undefined;
}

/** @throws CdrProblem for anything but a complete answer about the expected document */
export function readCdr(cdr: Buffer | ParsedCdr, expected: Expected): Cdr {
  const { name, xml, document } = Buffer.isBuffer(cdr) ? parseCdr(cdr) : cdr;
  const fields = cdrFields(document.root);
  const code = codeOf(fields);
  checkCdrDocument(expected, name, fields);
  return {
    code,
    description: (fields.description ?? []).join(' ').trim(),
    notes: [
      ...(fields.note ?? []).map(note),
      ...paired(fields.reasonCode ?? [], fields.reason ?? []),
    ],
    xml,
    digest: fields.digest?.[0]?.trim() || undefined,
    receiver: (fields.receiver?.[0] && withoutType(fields.receiver[0])) || undefined,
    receiverWritten: fields.receiver?.[0]?.trim() || undefined,
    receivedAt: limaTime(fields.date?.[0], fields.time?.[0]),
  };
}

/** @throws CdrProblem when there is no code, several, or one that is not a number */
function codeOf({ code: codes = [] }: CdrFields): string {
  const code = codes.length === 1 ? (codes[0] as string).trim() : '';
  if (!/^\d{1,4}$/.test(code)) throw new CdrProblem('no_code');
  return /^0+$/.test(code) ? '0' : code.padStart(4, '0');
}

/**
 * SUNAT writes dates and times of Lima. Midnight stands for a time that was not filled in; a date
 * with a time, or a time of another zone, does not say which of its parts counts.
 */
function limaTime(date: string | undefined, time: string | undefined): Date | undefined {
  const [, day] = /^\s*(\d{4}-\d{2}-\d{2})(?:-05:00)?\s*$/.exec(date ?? '') ?? [];
  const [, second] = /^\s*(\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:-05:00)?\s*$/.exec(time ?? '') ?? [];
  if (day === undefined || second === undefined || second === '00:00:00') return undefined;
  const at = limaInstant(day, second);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Splits '4252 - El dato ingresado…' into code and text; a longer number is no code. */
function note(text: string): { code: string; text: string } {
  const [, code = '', rest = text] = /^\s*(\d{4})(?!\d)\s*[-:]?([\s\S]*)$/.exec(text) ?? [];
  return { code, text: rest.trim() };
}

function paired(codes: string[], texts: string[]): { code: string; text: string }[] {
  return codes.map((code, at) => ({ code: code.trim(), text: (texts[at] ?? '').trim() }));
}
