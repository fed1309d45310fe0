/** The attributes whose exact value SUNAT checks in every element (rules 4251 to 4261, 4320). */
import type { Rule } from './arithmetic.js';

const catalogue = (number: string) => `urn:pe:gob:sunat:cpe:see:gem:catalogos:catalogo${number}`;
const UNECE = 'United Nations Economic Commission for Europe';
const SUNAT = { listAgencyName: 'PE:SUNAT', schemeAgencyName: 'PE:SUNAT' };

/** By element; 'parent/element' where the same name has several lists. */
const EXPECTED: Readonly<Record<string, Record<string, string>>> = {
  'cbc:CustomizationID': SUNAT,
  'cbc:InvoiceTypeCode': {
    ...SUNAT,
    listName: 'Tipo de Documento',
    listURI: catalogue('01'),
    name: 'Tipo de Operacion',
    listSchemeURI: catalogue('51'),
  },
  'cbc:DocumentCurrencyCode': {
    listID: 'ISO 4217 Alpha',
    listName: 'Currency',
    listAgencyName: UNECE,
  },
  'cac:DespatchDocumentReference/cbc:DocumentTypeCode': {
    ...SUNAT,
    listName: 'Tipo de Documento',
    listURI: catalogue('01'),
  },
  'cac:AdditionalDocumentReference/cbc:DocumentTypeCode': {
    ...SUNAT,
    listName: 'Documento Relacionado',
    listURI: catalogue('12'),
  },
  'cac:AdditionalDocumentReference/cbc:DocumentStatusCode': { ...SUNAT, listName: 'Anticipo' },
  'cac:PrepaidPayment/cbc:ID': { ...SUNAT, schemeName: 'Anticipo' },
  'cac:PartyIdentification/cbc:ID': {
    ...SUNAT,
    schemeName: 'Documento de Identidad',
    schemeURI: catalogue('06'),
  },
  'cac:RegistrationAddress/cbc:ID': { schemeAgencyName: 'PE:INEI', schemeName: 'Ubigeos' },
  'cbc:AddressTypeCode': { ...SUNAT, listName: 'Establecimientos anexos' },
  'cbc:IdentificationCode': { listID: 'ISO 3166-1', listName: 'Country', listAgencyName: UNECE },
  'cbc:PaymentMeansCode': { ...SUNAT, listName: 'Medio de pago', listURI: catalogue('59') },
  'cac:PaymentTerms/cbc:PaymentMeansID': {
    ...SUNAT,
    schemeName: 'Codigo de detraccion',
    schemeURI: catalogue('54'),
  },
  'cbc:AllowanceChargeReasonCode': {
    ...SUNAT,
    listName: 'Cargo/descuento',
    listURI: catalogue('53'),
  },
  'cbc:InvoicedQuantity': { unitCodeListID: 'UN/ECE rec 20', unitCodeListAgencyName: UNECE },
  'cbc:PriceTypeCode': { ...SUNAT, listName: 'Tipo de Precio', listURI: catalogue('16') },
  'cbc:TaxExemptionReasonCode': {
    ...SUNAT,
    listName: 'Afectacion del IGV',
    listURI: catalogue('07'),
  },
  'cac:TaxScheme/cbc:ID': {
    ...SUNAT,
    schemeName: 'Codigo de tributos',
    schemeURI: catalogue('05'),
  },
  'cbc:ItemClassificationCode': {
    listID: 'UNSPSC',
    listAgencyName: 'GS1 US',
    listName: 'Item Classification',
  },
  'cbc:BaseUnitMeasure': { unitCode: 'NIU' },
};

/** Catalogue 05: name and international code of each tax (3051, 2377, 2964, 2961). */
const TAXES: Readonly<Record<string, string>> = {
  '1000': 'IGV VAT',
  '1016': 'IVAP VAT',
  '2000': 'ISC EXC',
  '7152': 'ICBPER OTH',
  '9995': 'EXP FRE',
  '9996': 'GRA FRE',
  '9997': 'EXO VAT',
  '9998': 'INA FRE',
  '9999': 'OTROS OTH',
};

export const LISTS: readonly Rule[] = [
  ...Object.entries(EXPECTED).flatMap(([path, attributes]) =>
    Object.entries(attributes).map(([name, value]) => ({
      code: `425x ${path}/@${name}`,
      broken: (invoice: Parameters<Rule['broken']>[0]) =>
        invoice.all(`.//${path}[@${name}]`).some((node) => node.text(`@${name}`) !== value),
    })),
  ),
  {
    code: '3051',
    broken: (invoice) =>
      invoice
        .all('.//cac:TaxScheme')
        .some(
          (tax) =>
            TAXES[tax.text('cbc:ID')] !== `${tax.text('cbc:Name')} ${tax.text('cbc:TaxTypeCode')}`,
        ),
  },
];
