/**
 * The attributes with which SUNAT's guides identify each code list, in canonical order; a wrong
 * one is an observation (4251 to 4261).
 */
import type { Kind } from '@rafaga/fiscal';

const SUNAT = 'listAgencyName="PE:SUNAT"';
const UNECE = 'United Nations Economic Commission for Europe';
const TAX_CATEGORY = 'Tax Category Identifier';
const catalogue = (number: string) => `urn:pe:gob:sunat:cpe:see:gem:catalogos:catalogo${number}`;

/** The attributes of each kind of code; each text begins with a space. */
export const LIST = {
  currency: ` listAgencyName="${UNECE}" listID="ISO 4217 Alpha" listName="Currency"`,
  documentType: ` ${SUNAT} listName="Tipo de Documento" listURI="${catalogue('01')}"`,
  relatedDocument: ` ${SUNAT} listName="Documento Relacionado" listURI="${catalogue('12')}"`,
  advance: ` ${SUNAT} listName="Anticipo"`,
  establishment: ` ${SUNAT} listName="Establecimientos anexos"`,
  country: ` listAgencyName="${UNECE}" listID="ISO 3166-1" listName="Country"`,
  means: ` ${SUNAT} listName="Medio de pago" listURI="${catalogue('59')}"`,
  allowance: ` ${SUNAT} listName="Cargo/descuento" listURI="${catalogue('53')}"`,
  affectation: ` ${SUNAT} listName="Afectacion del IGV" listURI="${catalogue('07')}"`,
  price: ` ${SUNAT} listName="Tipo de Precio" listURI="${catalogue('16')}"`,
  product: ' listAgencyName="GS1 US" listID="UNSPSC" listName="Item Classification"',
} as const;

/** The attributes of each kind of identifier. */
export const SCHEME = {
  customization: ' schemeAgencyName="PE:SUNAT"',
  ubigeo: ' schemeAgencyName="PE:INEI" schemeName="Ubigeos"',
  advance: ' schemeAgencyName="PE:SUNAT" schemeName="Anticipo"',
  detraction:
    ' schemeAgencyName="PE:SUNAT" schemeName="Codigo de detraccion" ' +
    `schemeURI="${catalogue('54')}"`,
  tax:
    ' schemeAgencyName="PE:SUNAT" schemeName="Codigo de tributos" ' +
    `schemeURI="${catalogue('05')}"`,
  taxCategory: ` schemeAgencyName="${UNECE}" schemeID="UN/ECE 5305" schemeName="${TAX_CATEGORY}"`,
} as const;

/**
 * The attributes of InvoiceTypeCode, whose listID is the operation (catalogue 51). A boleta has no
 * `name`, because its sheet contradicts itself: «Tipo de operacion» in one column, «Tipo de
 * Operacion» in another (4260).
 */
export const typeCodeList = (operation: string, kind: Kind) =>
  ` ${SUNAT} listID="${operation}" listName="Tipo de Documento" ` +
  `listSchemeURI="${catalogue('51')}" listURI="${catalogue('01')}"` +
  (kind === 'factura' ? ' name="Tipo de Operacion"' : '');

/** The attributes of an identity document, catalogue 06. */
export const identityScheme = (type: string) =>
  ` schemeAgencyName="PE:SUNAT" schemeID="${type}" schemeName="Documento de Identidad" ` +
  `schemeURI="${catalogue('06')}"`;

/** The attributes of a unit, UN/ECE recommendation 20. */
export const unitList = (unit: string) =>
  ` unitCode="${unit}" unitCodeListAgencyName="${UNECE}" unitCodeListID="UN/ECE rec 20"`;
