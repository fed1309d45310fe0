/**
 * What the authority answered, read from its CDR: SUNAT's (UBL 2.0) or an OSE's (UBL 2.1), and only
 * if it is about the document that was sent.
 */
import { CdrProblem } from './cdrProblem.js';
import { type ParsedCdr, parseCdr } from './parseCdr.js';
import { isElement, textOf, type XmlElement } from './xmlTree.js';

export interface Cdr {
  /** '0' is accepted; four digits otherwise. */
  code: string;
  description: string;
  /** Observations. */
  notes: { code: string; text: string }[];
  xml: Buffer;
  /**
   * The digest of the document that it is about, where it has one: an OSE's has, SUNAT's has not.
   */
  digest?: string;
  /** The client's document number, where it has one: '20601234561', '-'. */
  receiver?: string;
  /** When the authority received the document, where it is given. Whole seconds. */
  receivedAt?: Date;
}

/** The document that was sent; `type` of catalogue 01. */
export interface Expected {
  ruc: string;
  type: string;
  series: string;
  number: number;
}

/**
 * Throws `CdrProblem` for whatever is not a whole and honest answer about the expected document.
 */
export function readCdr(cdr: Buffer | ParsedCdr, expected: Expected): Cdr {
  const { name, xml, document } = Buffer.isBuffer(cdr) ? parseCdr(cdr) : cdr;
  const said = read(document.root);
  const code = one(said, 'code', 'no_code').trim();
  if (!/^\d{1,4}$/.test(code)) throw new CdrProblem('no_code');
  mustSpeakOf(expected, name, said);
  const digest = said.digest?.[0]?.trim();
  const receiver = said.receiver?.[0] && bare(said.receiver[0]);
  const receivedAt = moment(said.date?.[0], said.time?.[0]);
  return {
    code: /^0+$/.test(code) ? '0' : code.padStart(4, '0'),
    description: (said.description ?? []).join(' ').trim(),
    notes: [...(said.note ?? []).map(note), ...paired(said.reasonCode ?? [], said.reason ?? [])],
    xml,
    ...(digest === undefined || digest === '' ? {} : { digest }),
    ...(receiver === undefined || receiver === '' ? {} : { receiver }),
    ...(receivedAt && { receivedAt }),
  };
}

type Said = Partial<Record<(typeof WANTED)[keyof typeof WANTED], string[]>>;

/**
 * The path of each field; SUNAT identifies a party by PartyIdentification, an OSE by
 * PartyLegalEntity.
 */
const RESPONSE = 'ApplicationResponse/DocumentResponse/';
const WANTED = {
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

function read(root: XmlElement): Said {
  if (root.uri !== APPLICATION_RESPONSE || root.local !== 'ApplicationResponse')
    throw new CdrProblem('not_a_cdr');
  const said: Said = {};
  for (const child of root.children) if (isElement(child)) collect(child, root.local, said);
  return said;
}

/** Adds the text of each wanted element, in the order in which the elements end. */
function collect(element: XmlElement, parentPath: string, said: Said): void {
  const path = `${parentPath}/${element.local}`;
  for (const child of element.children) if (isElement(child)) collect(child, path, said);
  if (element.uri !== BASIC) return;
  const wanted = (WANTED as Record<string, keyof Said | undefined>)[path];
  if (wanted === undefined) return;
  const before = said[wanted];
  if (before === undefined) said[wanted] = [textOf(element)];
  else before.push(textOf(element));
}

const BASIC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const APPLICATION_RESPONSE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';

/** Two answers in one CDR are no answer. */
function one(said: Said, what: keyof Said, otherwise: 'no_code'): string {
  const values = said[what] ?? [];
  if (values.length !== 1) throw new CdrProblem(otherwise);
  return values[0] as string;
}

/**
 * RUC, type and number must each be given at least once, by the CDR or by its file name, and never
 * differ.
 */
function mustSpeakOf({ ruc, type, series, number }: Expected, name: string, said: Said): void {
  const named = /^R-(\d{11})-(\d{2})-([A-Z0-9]{4})-(\d{1,8})\.xml$/i.exec(name);
  const rucs = [...issuers(said, ruc), ...(named ? [named[1] as string] : [])];
  const types = [
    ...(said.type ?? []).map((code) => code.trim()),
    ...(named ? [named[2] as string] : []),
  ];
  const numbers = [
    ...(said.reference ?? []).map((id) => id.trim()),
    ...(named ? [`${named[3]}-${named[4]}`] : []),
  ];
  if (!agree(rucs, (said) => said === ruc))
    throw new CdrProblem('other_document', `RUC ${rucs.join(', ')}`);
  if (!agree(types, (said) => said === type))
    throw new CdrProblem('other_document', `tipo ${types.join(', ')}`);
  if (!agree(numbers, (said) => sameNumber(said, series, number)))
    throw new CdrProblem('other_document', numbers.join(', '));
}

/**
 * The issuer of the document. Without it, sender and receiver: SUNAT sends to the issuer, and some
 * OSEs name themselves as the receiver of what the issuer sent, so one of the two being ours is
 * enough.
 */
function issuers(said: Said, ruc: string): string[] {
  if (said.issuer !== undefined) return said.issuer.map(bare);
  const parties = (said.party ?? []).map(bare);
  return parties.includes(ruc) ? [ruc] : parties;
}

/** Without the type of the identity document, which SUNAT writes before it: '6-20601234561'. */
const bare = (id: string) => id.trim().replace(/^[0-9A-Z]\s*-\s*(?=.)/, '');

/** Lima's time, which is what SUNAT writes. */
function moment(date: string | undefined, time: string | undefined): Date | undefined {
  const [, day] = /^\s*(\d{4}-\d{2}-\d{2})/.exec(date ?? '') ?? [];
  const [, second] = /^\s*(\d{2}:\d{2}:\d{2})/.exec(time ?? '') ?? [];
  const at = new Date(`${day}T${second}-05:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const agree = (values: string[], isOurs: (value: string) => boolean) =>
  values.length > 0 && values.every(isOurs);

/** `F001-00000012` is `F001-12`. */
function sameNumber(said: string, series: string, number: number): boolean {
  const found = /^([A-Z0-9]{4})-(\d{1,8})$/i.exec(said);
  return found !== null && found[1]?.toUpperCase() === series && Number(found[2]) === number;
}

/** '4252 - El dato ingresado…': code and text; a note without a code keeps its text. */
function note(text: string): { code: string; text: string } {
  const found = /^\s*(\d{4})\s*[-:]?\s*([\s\S]*?)\s*$/.exec(text);
  return found === null
    ? { code: '', text: text.trim() }
    : { code: found[1] as string, text: found[2] as string };
}

function paired(codes: string[], texts: string[]): { code: string; text: string }[] {
  return codes.map((code, at) => ({ code: code.trim(), text: (texts[at] ?? '').trim() }));
}
