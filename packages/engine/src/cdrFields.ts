/** Collects the fields of a CDR, by their paths in SUNAT's and in an OSE's. */
import { CdrProblem } from './cdrProblem.js';
import { isElement, textOf, type XmlElement } from './xmlNodes.js';

/** The texts of each field, in the order in which its elements end. */
export type CdrFields = Partial<Record<(typeof FIELD_PATHS)[keyof typeof FIELD_PATHS], string[]>>;

const RESPONSE = 'ApplicationResponse/DocumentResponse/';

/** SUNAT identifies a party by PartyIdentification, an OSE by PartyLegalEntity. */
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

/** @throws CdrProblem for a document that is no CDR */
export function cdrFields(root: XmlElement): CdrFields {
  if (root.uri !== APPLICATION_RESPONSE || root.local !== 'ApplicationResponse')
    throw new CdrProblem('not_a_cdr');
  const fields: CdrFields = {};
  for (const child of root.children) if (isElement(child)) collect(child, root.local, fields);
  return fields;
}

/** Below an element that holds no field no path is made: it would be as long as all names above. */
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
