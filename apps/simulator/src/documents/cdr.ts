/**
 * Writes a CDR (constancia) as SUNAT does: an ApplicationResponse of UBL 2.0, in a zip that also
 * has an empty folder, dummy/.
 */
import type { Registration } from '../ledger/registry.js';
import type { SignXml } from './signatureVariants.js';
import { SIGNATURE_SLOT } from './signCdr.js';
import { escapeXml } from './text.js';
import { zip } from './zip.js';

const SUNAT = '20131312955';

/** The bytes of R-RUC-TT-SERIE-NUMERO.zip. */
export async function cdrZip(registration: Registration, signXml: SignXml): Promise<Buffer> {
  return zipOf(registration.document, await signXml(cdrXml(registration)));
}

export const zipOf = (document: string, xml: string): Buffer =>
  zip([
    { name: 'dummy/', content: Buffer.alloc(0) },
    { name: `R-${document}.xml`, content: Buffer.from(xml, 'utf8') },
  ]);

export function cdrXml(registration: Registration, prologue = ''): string {
  const [ruc = '', , series = '', number = ''] = registration.document.split('-');
  const lima = new Date(Date.parse(registration.registeredAt) - 5 * 3_600_000).toISOString();
  const id = `${series}-${number}`;
  const notes = registration.notes
    .map((text) => `<cbc:Note>${escapeXml(text)}</cbc:Note>`)
    .join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>${prologue}` +
    '<ar:ApplicationResponse ' +
    'xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"' +
    ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
    ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"' +
    ' xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">' +
    `<ext:UBLExtensions><ext:UBLExtension>${SIGNATURE_SLOT}</ext:UBLExtension></ext:UBLExtensions>` +
    '<cbc:UBLVersionID>2.0</cbc:UBLVersionID><cbc:CustomizationID>1.0</cbc:CustomizationID>' +
    `<cbc:ID>${registration.ticket}</cbc:ID>` +
    `<cbc:IssueDate>${lima.slice(0, 10)}</cbc:IssueDate><cbc:IssueTime>${lima.slice(11, 19)}` +
    `</cbc:IssueTime>` +
    `<cbc:ResponseDate>${lima.slice(0, 10)}</cbc:ResponseDate>` +
    `<cbc:ResponseTime>${lima.slice(11, 19)}</cbc:ResponseTime>${notes}` +
    `<cac:SenderParty>${party(SUNAT)}</cac:SenderParty><cac:ReceiverParty>${party(ruc)}` +
    `</cac:ReceiverParty>` +
    `<cac:DocumentResponse><cac:Response><cbc:ReferenceID>${id}</cbc:ReferenceID>` +
    `<cbc:ResponseCode>${registration.code}</cbc:ResponseCode>` +
    `<cbc:Description>${escapeXml(registration.description)}</cbc:Description></cac:Response>` +
    `<cac:DocumentReference><cbc:ID>${id}</cbc:ID>${hashOf(registration)}</cac:DocumentReference>` +
    `<cac:RecipientParty>${party(`${registration.clientType}-${registration.client}`)}` +
    `</cac:RecipientParty></cac:DocumentResponse></ar:ApplicationResponse>`
  );
}

/** The element with the document's digest, which only an OSE's CDR has. */
const hashOf = ({ documentHash }: Registration): string =>
  documentHash === undefined
    ? ''
    : '<cac:Attachment><cac:ExternalReference>' +
      `<cbc:DocumentHash>${escapeXml(documentHash)}</cbc:DocumentHash></cac:ExternalReference>` +
      `</cac:Attachment>`;

const party = (id: string): string =>
  `<cac:PartyIdentification><cbc:ID>${escapeXml(id)}</cbc:ID></cac:PartyIdentification>`;
