/**
 * What each return code of the authority obliges the workers to do: one row for a code or a cited
 * range. A code without a row sends the document to review.
 */

export type Obligation =
  /** Settled: the document is valid. */
  | 'accepted'
  /** Settled: the document is not valid and its number cannot be used again. */
  | 'rejected'
  /** The authority could not process the request: send the same bytes again, later. */
  | 'retry'
  /**
   * The authority has the document or is processing it: query it before doing
   * anything else.
   */
  | 'ask'
  /**
   * Something of the business is wrong (access, certificate, authorisation): stop its sending until
   * it is corrected.
   */
  | 'configuration'
  /** The file that was sent is malformed: a bug of this system, for a person to check. */
  | 'ours'
  /** A person must decide. */
  | 'review';

/** What a code says; codes that say the same have one meaning. */
export type Meaning =
  | 'accepted'
  | 'observed'
  | 'busy'
  | 'access'
  | 'profile'
  /** The SOL user, or the provider, is not one of the issuer's. */
  | 'other_issuer'
  | 'not_authorised'
  /** Operations of this type go to another system of the authority: it is about one document. */
  | 'supervised'
  | 'no_capacity'
  | 'in_process'
  /** The authority could not give the CDR of a document that it has. */
  | 'cdr_missing'
  | 'sent_before'
  /** The number is registered already, with other data; the code does not say which. */
  | 'number_taken'
  /** The number is registered already, as rejected or voided. */
  | 'number_spent'
  | 'malformed'
  | 'late_boleta'
  | 'unknown_client'
  | 'in_summary'
  | 'issuer_not_active'
  | 'late'
  | 'certificate'
  /** The signed bytes do not match their signature. */
  | 'altered'
  | 'rejected'
  /** The code is in no row of the table. */
  | 'unknown';

export interface Verdict {
  do: Obligation;
  /** What the code says; the panel and the API have their own texts for it. */
  means: Meaning;
  /** Where the row comes from; absent for a code without one. */
  source?: string;
}

interface Row {
  /**
   * One code, or the first and last of a range; a row for one code stands before the range that
   * includes it.
   */
  readonly codes: string | readonly [string, string];
  readonly do: Obligation;
  readonly means: Meaning;
  readonly source: string;
}

const RECEPTION = 'Validaciones CPE, sheet General';
const RETURN_CODES = 'Validaciones CPE, sheet CódigosRetorno';
const SHEETS = 'Validaciones CPE, sheets Factura2_0 and Boleta2_0';
const RANGES = 'SUNAT: 0100–1999 exceptions, 2000–3999 rejections, 4000 and above observations';

const ROWS: readonly Row[] = [
  { codes: '0000', do: 'accepted', means: 'accepted', source: RANGES },
  // exceptions: the document was not received and its number is free
  { codes: '0100', do: 'retry', means: 'busy', source: RECEPTION },
  { codes: '0101', do: 'configuration', means: 'access', source: RETURN_CODES },
  { codes: '0102', do: 'configuration', means: 'access', source: RETURN_CODES },
  { codes: '0103', do: 'configuration', means: 'access', source: RETURN_CODES },
  { codes: '0104', do: 'configuration', means: 'access', source: RETURN_CODES },
  { codes: '0105', do: 'configuration', means: 'access', source: RETURN_CODES },
  { codes: '0106', do: 'configuration', means: 'access', source: RETURN_CODES },
  { codes: '0109', do: 'retry', means: 'busy', source: RECEPTION },
  { codes: '0110', do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: '0111', do: 'configuration', means: 'profile', source: RECEPTION },
  { codes: '0112', do: 'configuration', means: 'profile', source: RETURN_CODES },
  { codes: '0113', do: 'configuration', means: 'profile', source: RETURN_CODES },
  { codes: '0125', do: 'ask', means: 'cdr_missing', source: RETURN_CODES },
  { codes: ['0130', '0138'], do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: '0140', do: 'ask', means: 'in_process', source: RETURN_CODES },
  { codes: '0151', do: 'ours', means: 'malformed', source: RECEPTION },
  { codes: '0152', do: 'ours', means: 'malformed', source: RETURN_CODES },
  { codes: '0153', do: 'ours', means: 'malformed', source: RETURN_CODES },
  { codes: '0154', do: 'configuration', means: 'other_issuer', source: RECEPTION },
  { codes: ['0155', '0161'], do: 'ours', means: 'malformed', source: RECEPTION },
  { codes: '0200', do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: ['0201', '0204'], do: 'ours', means: 'malformed', source: RETURN_CODES },
  { codes: '0250', do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: '0251', do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: '0252', do: 'ours', means: 'malformed', source: RETURN_CODES },
  { codes: '0253', do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: '0254', do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: ['0300', '0302'], do: 'ours', means: 'malformed', source: RETURN_CODES },
  // the authority did not find its own directories or schemas
  { codes: ['0303', '0305'], do: 'retry', means: 'busy', source: RETURN_CODES },
  { codes: '0306', do: 'ours', means: 'malformed', source: RECEPTION },
  { codes: '0307', do: 'ask', means: 'cdr_missing', source: RETURN_CODES },
  { codes: '0400', do: 'configuration', means: 'profile', source: RETURN_CODES },
  { codes: '0402', do: 'ask', means: 'sent_before', source: RETURN_CODES },
  { codes: '1032', do: 'rejected', means: 'number_spent', source: SHEETS },
  { codes: '1033', do: 'ask', means: 'number_taken', source: SHEETS },
  { codes: ['1001', '1077'], do: 'ours', means: 'malformed', source: RETURN_CODES },
  { codes: '1078', do: 'configuration', means: 'not_authorised', source: RECEPTION },
  { codes: '1079', do: 'review', means: 'late_boleta', source: SHEETS },
  { codes: '1080', do: 'review', means: 'supervised', source: SHEETS },
  { codes: '1082', do: 'configuration', means: 'not_authorised', source: RETURN_CODES },
  { codes: '1083', do: 'review', means: 'unknown_client', source: SHEETS },
  { codes: '1084', do: 'review', means: 'in_summary', source: SHEETS },
  { codes: '1086', do: 'configuration', means: 'no_capacity', source: SHEETS },
  // rejections: the number cannot be used again
  { codes: '2010', do: 'rejected', means: 'issuer_not_active', source: SHEETS },
  { codes: '2011', do: 'rejected', means: 'issuer_not_active', source: SHEETS },
  { codes: '2012', do: 'rejected', means: 'issuer_not_active', source: RETURN_CODES },
  { codes: '2108', do: 'rejected', means: 'late', source: SHEETS },
  { codes: '2109', do: 'ask', means: 'number_taken', source: RETURN_CODES },
  { codes: '2223', do: 'ask', means: 'sent_before', source: RETURN_CODES },
  { codes: '2282', do: 'ask', means: 'sent_before', source: RETURN_CODES },
  { codes: ['2325', '2328'], do: 'configuration', means: 'certificate', source: RECEPTION },
  { codes: '2335', do: 'configuration', means: 'altered', source: RECEPTION },
  { codes: '2403', do: 'ask', means: 'sent_before', source: RETURN_CODES },
  { codes: '2987', do: 'rejected', means: 'number_spent', source: RETURN_CODES },
  { codes: ['2000', '3999'], do: 'rejected', means: 'rejected', source: RANGES },
  { codes: ['4000', '4999'], do: 'accepted', means: 'observed', source: RANGES },
];

/** @param code as the authority wrote it: '0', '0102', '2335' */
export function verdict(code: string): Verdict {
  const four = /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code;
  const row = /^\d{4}$/.test(four) ? ROWS.find(({ codes }) => holds(codes, four)) : undefined;
  return row
    ? { do: row.do, means: row.means, source: row.source }
    : { do: 'review', means: 'unknown' };
}

/**
 * What a CDR with this code says of its document. One from 2000 to 3999 spends the number, whatever
 * `verdict` obliges to do after a fault with that code.
 * @param code as readCdr gives it: '0', or four digits
 * @returns undefined when it says neither
 */
export function cdrOutcome(code: string): 'accepted' | 'rejected' | undefined {
  if (code >= '2000' && code < '4000') return 'rejected';
  return verdict(code).do === 'accepted' ? 'accepted' : undefined;
}

function holds(codes: Row['codes'], code: string): boolean {
  return typeof codes === 'string' ? codes === code : codes[0] <= code && code <= codes[1];
}
