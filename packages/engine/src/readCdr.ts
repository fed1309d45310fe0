/**
 * Reads the authority's answer from its CDR, SUNAT's (UBL 2.0) or an OSE's (UBL 2.1), if it is
 * about the document that was sent.
 */
import { limaInstant } from '@rafaga/fiscal';
import { CdrProblem } from './cdrProblem.js';
import { type ParsedCdr, parseCdr } from './parseCdr.js';
import { isElement, textOf, type XmlElement } from './xmlNodes.js';

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
  /** When the authority received the document, in whole seconds, if the CDR says so clearly. */
  receivedAt?: Date | undefined;
}

/** The document that was sent; `type` is of catalogue 01. */
export interface Expected {
  ruc: string;
  type: string;
  series: string;
  number: number;
}

/** @throws CdrProblem for anything but a complete answer about the expected document */
export function readCdr(cdr: Buffer | ParsedCdr, expected: Expected): Cdr {
  const { name, xml, document } = Buffer.isBuffer(cdr) ? parseCdr(cdr) : cdr;
  const fields = read(document.root);
  const code = one(fields, 'code', 'no_code').trim();
  if (!/^\d{1,4}$/.test(code)) throw new CdrProblem('no_code');
  checkDocument(expected, name, fields);
  return {
    code: /^0+$/.test(code) ? '0' : code.padStart(4, '0'),
    description: (fields.description ?? []).join(' ').trim(),
    notes: [
      ...(fields.note ?? []).map(note),
      ...paired(fields.reasonCode ?? [], fields.reason ?? []),
    ],
    xml,
    digest: fields.digest?.[0]?.trim() || undefined,
    receiver: (fields.receiver?.[0] && withoutType(fields.receiver[0])) || undefined,
    receivedAt: limaTime(fields.date?.[0], fields.time?.[0]),
  };
}

type CdrFields = Partial<Record<(typeof FIELD_PATHS)[keyof typeof FIELD_PATHS], string[]>>;

/** SUNAT identifies a party by PartyIdentification, an OSE by PartyLegalEntity. */
const RESPONSE = 'ApplicationResponse/DocumentResponse/';
const FIELD_PATHS = {
  'ApplicationResponse/Note': 'note',
  'ApplicationResponse/IssueDate': 'date',
  'ApplicationResponse/IssueTime': 'time',
  'ApplicationResponse/SenderParty/PartyIdentification/ID': 'party',
  'ApplicationResponse/SenderParty/PartyLegalEntity/CompanyID': 'party',
  'ApplicationResponse/ReceiverParty/PartyIdentification/ID': 'party',
  'ApplicationResponse/ReceiverParty/PartyLegalEntity/CompanyID': 'party',
  [`${RESPONSE}Response/ReferenceID`]: 'reference',
  [`${RESPONSE}Response/ResponseCode`]: 'code',
  [`${RESPONSE}Response/Description`]: 'description',
  [`${RESPONSE}Response/Status/StatusReasonCode`]: 'reasonCode',
  [`${RESPONSE}Response/Status/StatusReason`]: 'reason',
  [`${RESPONSE}DocumentReference/ID`]: 'reference',
  [`${RESPONSE}DocumentReference/DocumentTypeCode`]: 'type',
  [`${RESPONSE}DocumentReference/Attachment/ExternalReference/DocumentHash`]: 'digest',
  [`${RESPONSE}IssuerParty/PartyIdentification/ID`]: 'issuer',
  [`${RESPONSE}IssuerParty/PartyLegalEntity/CompanyID`]: 'issuer',
  [`${RESPONSE}RecipientParty/PartyIdentification/ID`]: 'receiver',
  [`${RESPONSE}RecipientParty/PartyLegalEntity/CompanyID`]: 'receiver',
} as const;

/** The paths of the fields, and of the elements around them. */
const PATHS: ReadonlySet<string> = new Set(
  Object.keys(FIELD_PATHS).flatMap((path) =>
    path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/')),
  ),
);

function read(root: XmlElement): CdrFields {
  if (root.uri !== APPLICATION_RESPONSE || root.local !== 'ApplicationResponse')
    throw new CdrProblem('not_a_cdr');
  const fields: CdrFields = {};
  for (const child of root.children) if (isElement(child)) collect(child, root.local, fields);
  return fields;
}

/**
 * Collects the texts of each field, in the order in which its elements end. Below an element that
 * holds no field no path is made: each of them would be as long as all names above it.
 */
function collect(element: XmlElement, parentPath: string, fields: CdrFields): void {
  const path = `${parentPath}/${element.local}`;
  if (!PATHS.has(path)) return;
  for (const child of element.children) if (isElement(child)) collect(child, path, fields);
  if (element.uri !== BASIC) return;
  const wanted = (FIELD_PATHS as Record<string, keyof CdrFields | undefined>)[path];
  if (wanted === undefined) return;
  const before = fields[wanted];
  if (before === undefined) fields[wanted] = [textOf(element)];
  else before.push(textOf(element));
}

const BASIC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const APPLICATION_RESPONSE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';

/** The only value of a field; throws when there are none or several. */
function one(fields: CdrFields, what: keyof CdrFields, otherwise: 'no_code'): string {
  const values = fields[what] ?? [];
  if (values.length !== 1) throw new CdrProblem(otherwise);
  return values[0] as string;
}

/**
 * @throws CdrProblem `other_document` unless the CDR or its file name give RUC, type and number at
 * least once each, and all of them are the expected ones
 */
function checkDocument(
  { ruc, type, series, number }: Expected,
  name: string,
  fields: CdrFields,
): void {
  const named = /^R-(\d{11})-(\d{2})-([A-Z0-9]{4})-(\d{1,8})\.xml$/i.exec(name);
  const rucs = [...issuers(fields, ruc), ...(named ? [named[1] as string] : [])];
  const types = [
    ...(fields.type ?? []).map((code) => code.trim()),
    ...(named ? [named[2] as string] : []),
  ];
  const numbers = [
    ...(fields.reference ?? []).map((id) => id.trim()),
    ...(named ? [`${named[3]}-${named[4]}`] : []),
  ];
  if (!allMatch(rucs, (value) => value === ruc))
    throw new CdrProblem('other_document', `RUC ${each(rucs)}`);
  if (!allMatch(types, (value) => value === type))
    throw new CdrProblem('other_document', `tipo ${each(types)}`);
  if (!allMatch(numbers, (value) => sameNumber(value, series, number)))
    throw new CdrProblem('other_document', each(numbers));
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
const withoutType = (id: string) => id.trim().replace(/^[0-9A-Z]\s*-\s*(?=.)/, '');

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

const allMatch = (values: string[], isOurs: (value: string) => boolean) =>
  values.length > 0 && values.every(isOurs);

/** Whether an id is this series and number; `F001-00000012` is the same as `F001-12`. */
function sameNumber(id: string, series: string, number: number): boolean {
  const found = /^([A-Z0-9]{4})-(\d{1,8})$/i.exec(id);
  return found !== null && found[1]?.toUpperCase() === series && Number(found[2]) === number;
}

/** Splits '4252 - El dato ingresado…' into code and text; a longer number is no code. */
function note(text: string): { code: string; text: string } {
  const [, code = '', rest = text] = /^\s*(\d{4})(?!\d)\s*[-:]?([\s\S]*)$/.exec(text) ?? [];
  return { code, text: rest.trim() };
}

function paired(codes: string[], texts: string[]): { code: string; text: string }[] {
  return codes.map((code, at) => ({ code: code.trim(), text: (texts[at] ?? '').trim() }));
}
