/**
 * Writes references to other documents: dispatch guides, a collaboration contract, and the
 * documents of advances.
 */
import { type Issuer, type Sale, toScaled } from '@rafaga/fiscal';
import { LIST } from './lists.js';
import { identification } from './parties.js';
import { text, twoPlaces } from './xml.js';

/** One cac:DespatchDocumentReference for each guide. */
export function guideReferences({ guides }: Sale): string {
  let xml = '';
  for (const { type, number } of guides) {
    xml +=
      `<cac:DespatchDocumentReference><cbc:ID>${text(number)}</cbc:ID>` +
      `<cbc:DocumentTypeCode${LIST.documentType}>${text(type)}</cbc:DocumentTypeCode>` +
      `</cac:DespatchDocumentReference>`;
  }
  return xml;
}

/** cac:ContractDocumentReference: the collaboration contract, with the share of the issuer. */
export function contractReference({ collaboration }: Sale): string {
  if (collaboration === undefined) return '';
  const { number, type, description, percent } = collaboration;
  return (
    `<cac:ContractDocumentReference><cbc:ID>${text(number)}</cbc:ID>` +
    `<cbc:DocumentTypeCode>${text(type)}</cbc:DocumentTypeCode>` +
    `<cbc:DocumentDescription>${text(description)}</cbc:DocumentDescription><cac:IssuerParty>` +
    `<cac:PartyLegalEntity><cac:ShareholderParty>` +
    `<cbc:PartecipationPercent>${twoPlaces(toScaled(percent))}</cbc:PartecipationPercent>` +
    '</cac:ShareholderParty></cac:PartyLegalEntity></cac:IssuerParty>' +
    '</cac:ContractDocumentReference>'
  );
}

/**
 * One cac:AdditionalDocumentReference for each advance; its status code is the id of the payment in
 * cac:PrepaidPayment (3213, 3214).
 */
export function advanceReferences({ advances }: Sale, { ruc }: Issuer): string {
  let xml = '';
  for (const [at, { documentType, document }] of advances.entries()) {
    xml +=
      `<cac:AdditionalDocumentReference><cbc:ID>${text(document)}</cbc:ID>` +
      `<cbc:DocumentTypeCode${LIST.relatedDocument}>${text(documentType)}</cbc:DocumentTypeCode>` +
      `<cbc:DocumentStatusCode${LIST.advance}>${at + 1}</cbc:DocumentStatusCode>` +
      `<cac:IssuerParty>${identification('6', ruc)}</cac:IssuerParty>` +
      `</cac:AdditionalDocumentReference>`;
  }
  return xml;
}
