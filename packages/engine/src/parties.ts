/** Writes the parties of a document: signatory, supplier and customer. */
import type { Client, Issuer } from '@rafaga/fiscal';
import { identityScheme, LIST, SCHEME } from './lists.js';
import { attribute, text } from './xml.js';

/** The Id of ds:Signature, which cac:Signature points to. */
export const SIGNATURE_ID = 'SignatureSP';

/** cac:Signature: names the signatory (2076 to 2083). */
export function signatory({ ruc, legalName }: Issuer): string {
  return (
    `<cac:Signature><cbc:ID>IDSignSP</cbc:ID><cac:SignatoryParty><cac:PartyIdentification><cbc:ID>${ruc}</cbc:ID></cac:PartyIdentification>` +
    `<cac:PartyName><cbc:Name>${text(legalName)}</cbc:Name></cac:PartyName></cac:SignatoryParty><cac:DigitalSignatureAttachment>` +
    `<cac:ExternalReference><cbc:URI>#${SIGNATURE_ID}</cbc:URI></cac:ExternalReference></cac:DigitalSignatureAttachment></cac:Signature>`
  );
}

/** cac:AccountingSupplierParty, with the establishment that sells (3030). */
export function supplier(
  { ruc, legalName, tradeName, address, ubigeo }: Issuer,
  establishment: string,
): string {
  return (
    `<cac:AccountingSupplierParty><cac:Party>${identification('6', ruc)}` +
    (tradeName === undefined
      ? ''
      : `<cac:PartyName><cbc:Name>${text(tradeName)}</cbc:Name></cac:PartyName>`) +
    `<cac:PartyLegalEntity><cbc:RegistrationName>${text(legalName)}</cbc:RegistrationName><cac:RegistrationAddress>` +
    (ubigeo === undefined ? '' : `<cbc:ID${SCHEME.ubigeo}>${text(ubigeo)}</cbc:ID>`) +
    `<cbc:AddressTypeCode${LIST.establishment}>${text(establishment)}</cbc:AddressTypeCode>${addressLine(address)}` +
    `<cac:Country><cbc:IdentificationCode${LIST.country}>PE</cbc:IdentificationCode></cac:Country>` +
    '</cac:RegistrationAddress></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>'
  );
}

/**
 * cac:AccountingCustomerParty, without a country: no rule requires it, and the country of a foreign
 * client is unknown.
 */
export function customer({ documentType, document, name, address, email, phone }: Client): string {
  return (
    `<cac:AccountingCustomerParty><cac:Party>${identification(documentType, document)}` +
    `<cac:PartyLegalEntity><cbc:RegistrationName>${text(name)}</cbc:RegistrationName>` +
    (address === undefined
      ? ''
      : `<cac:RegistrationAddress>${addressLine(address)}</cac:RegistrationAddress>`) +
    `</cac:PartyLegalEntity>${contact(phone, email)}</cac:Party></cac:AccountingCustomerParty>`
  );
}

/** cac:PartyIdentification, catalogue 06. */
export function identification(type: string, document: string): string {
  return `<cac:PartyIdentification><cbc:ID${identityScheme(attribute(type))}>${text(document)}</cbc:ID></cac:PartyIdentification>`;
}

function addressLine(address: string | undefined): string {
  return address === undefined
    ? ''
    : `<cac:AddressLine><cbc:Line>${text(address)}</cbc:Line></cac:AddressLine>`;
}

function contact(phone: string | undefined, email: string | undefined): string {
  if (phone === undefined && email === undefined) return '';
  return (
    '<cac:Contact>' +
    (phone === undefined ? '' : `<cbc:Telephone>${text(phone)}</cbc:Telephone>`) +
    (email === undefined ? '' : `<cbc:ElectronicMail>${text(email)}</cbc:ElectronicMail>`) +
    '</cac:Contact>'
  );
}
