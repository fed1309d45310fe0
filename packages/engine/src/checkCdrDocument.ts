/** Checks that a CDR is about the document that was sent, and not about another one. */
import type { CdrFields } from './cdrFields.js';
import { CdrProblem } from './cdrProblem.js';

/** The document that was sent; `type` is of catalogue 01. */
export interface Expected {
  ruc: string;
  type: string;
  series: string;
  number: number;
}

/**
 * @throws CdrProblem `other_document` unless the CDR or its file name give RUC, type and number at
 * least once each, and all of them are the expected ones
 */
export function checkCdrDocument(
  { ruc, type, series, number }: Expected,
  fileName: string,
  fields: CdrFields,
): void {
  const named = namedBy(fileName);
  const rucs = [...issuers(fields, ruc), ...named.rucs];
  const types = [...(fields.type ?? []).map((code) => code.trim()), ...named.types];
  const numbers = [...(fields.reference ?? []).map((id) => id.trim()), ...named.numbers];
  if (!allMatch(rucs, (value) => value === ruc))
    throw new CdrProblem('other_document', `RUC ${each(rucs)}`);
  if (!allMatch(types, (value) => value === type))
    throw new CdrProblem('other_document', `tipo ${each(types)}`);
  if (!allMatch(numbers, (value) => sameNumber(value, series, number)))
    throw new CdrProblem('other_document', each(numbers));
}

/** What the file name of a CDR says: 'R-20123456786-01-F001-12.xml'; nothing of another form. */
function namedBy(fileName: string): Record<'rucs' | 'types' | 'numbers', string[]> {
  const [, ruc, type, number] =
    /^R-(\d{11})-(\d{2})-([A-Z0-9]{4}-\d{1,8})\.xml$/i.exec(fileName) ?? [];
  if (ruc === undefined || type === undefined || number === undefined)
    return { rucs: [], types: [], numbers: [] };
  return { rucs: [ruc], types: [type], numbers: [number] };
}

/** A CDR gives a value up to three times. */
const each = (values: readonly string[]): string => [...new Set(values)].join(', ');

/**
 * The RUCs of the issuer. A CDR without an issuer names it as its receiver (SUNAT) or as its sender
 * (some OSEs): then one of the two must be the expected RUC.
 */
function issuers(fields: CdrFields, ruc: string): string[] {
  if (fields.issuer !== undefined) return fields.issuer.map(withoutType);
  const parties = (fields.party ?? []).map(withoutType);
  return parties.includes(ruc) ? [ruc] : parties;
}

/** Removes the type that SUNAT writes before an identity document: '6-20601234561'. */
export const withoutType = (id: string) => id.trim().replace(/^[0-9A-Z]\s*-\s*(?=.)/, '');

const allMatch = (values: string[], isOurs: (value: string) => boolean) =>
  values.length > 0 && values.every(isOurs);

/** Whether an id is this series and number; `F001-00000012` is the same as `F001-12`. */
function sameNumber(id: string, series: string, number: number): boolean {
  const found = /^([A-Z0-9]{4})-(\d{1,8})$/i.exec(id);
  return found !== null && found[1]?.toUpperCase() === series && Number(found[2]) === number;
}
