/** Rows about issuer, establishment and client. */
import {
  type AnswerRow,
  absent,
  checked,
  computed,
  configured,
  left,
  refused,
  reportedAs,
  written,
} from './answer.js';

const SUPPLIER = '/inv:Invoice/cac:AccountingSupplierParty/cac:Party';
const CUSTOMER = '/inv:Invoice/cac:AccountingCustomerParty/cac:Party';
const REGISTER = 'the state of a taxpayer, and the registers that he is in, are SUNAT’s';
const IDENTITY = 'cac:PartyIdentification/cbc:ID';
const NAME = 'cac:PartyLegalEntity/cbc:RegistrationName!=""';
const ADDRESS = `${SUPPLIER}/cac:PartyLegalEntity/cac:RegistrationAddress`;
const ADDRESS_TAG = { tag: 'AccountingSupplierParty' };
const dni = (operation: string) => ({
  tipo_operacion: operation,
  cliente: { tipo_doc: '1', num_doc: '123', razon_social: 'Ana Quispe' },
});

export const PARTIES: readonly AnswerRow[] = [
  written('1007, 1008', 'parties.supplier', `${SUPPLIER}/${IDENTITY}/@schemeID`, /^6$/),
  written('1037', 'parties.supplier', SUPPLIER, NAME),
  left('1078, 1083, 1086, 2010, 2011, 3281', REGISTER),
  written('3089', 'parties.supplier', SUPPLIER, 'count(cac:PartyIdentification)=1'),
  reportedAs('3097', 'operation.operationRules', '3098'),
  configured('4092', 'nombre_comercial', 'a'.repeat(1501)),
  configured('4338', 'razon_social', 'a'.repeat(1501)),
  left('4093', 'the list grows with each new district: the panel refuses what no list can have'),
  configured('4094', 'direccion', 'ab'),
  absent('4095', `${ADDRESS}/cbc:CitySubdivisionName`),
  absent('4096', `${ADDRESS}/cbc:CityName`),
  absent('4097', `${ADDRESS}/cbc:CountrySubentity`),
  absent('4098', `${ADDRESS}/cbc:District`),
  written('4041', 'parties.supplier', `${ADDRESS}/cac:Country/cbc:IdentificationCode`, /^PE$/, {
    ...ADDRESS_TAG,
  }),
  computed('3030, 4198, 4242', 'engine/parties.supplier', '3030'),
  left('3239, 4199', 'the list of the establishments of each taxpayer is SUNAT’s'),
  reportedAs('3156', 'operation.operationRules', '3156'),
  absent('3157, 3158', `${SUPPLIER}/cac:AgentParty`),

  written('2014', 'parties.customer', CUSTOMER, `${IDENTITY}!=""`),
  written('2015', 'parties.customer', `${CUSTOMER}/${IDENTITY}`, '@schemeID!=""'),
  written('3090', 'parties.customer', CUSTOMER, 'count(cac:PartyIdentification)=1'),
  refused('2017', 'cliente.num_doc', {
    cliente: { tipo_doc: '6', num_doc: '123', razon_social: 'Ana Quispe' },
  }),
  written('2021', 'parties.customer', CUSTOMER, NAME),
  checked('2022', 'client.clientRules'),
  checked('2800', 'client.clientRules'),
  refused('2801', 'cliente.num_doc', dni('0112')),
  refused('4207', 'cliente.num_doc', dni('0101')),
  checked('2802', 'client.clientRules'),
  checked('4208', 'client.clientRules'),
  left('4013, 4014', REGISTER),
];
