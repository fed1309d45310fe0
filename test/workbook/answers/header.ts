/** Rows about the head of the document: versions, number, dates, operation, legends. */
import { type AnswerRow, absent, checked, computed, left, refused, written } from './answer.js';

const TYPE = '/inv:Invoice/cbc:InvoiceTypeCode';
const NAME = 'fiscal/documentName.documentName';
const STATE = 'SUNAT knows which documents it has, and what became of them';
const REGISTER = 'the register of supervised companies is SUNAT’s';

export const HEADER: readonly AnswerRow[] = [
  refused('1001', 'serie', { serie: 'X001' }),
  written('1003, 1004', 'invoice.afterSignature', TYPE, /^0[13]$/),
  // the file is named by the issuer, series and number that its XML has: see golden.test.ts here
  written('1034, 1035, 1036', NAME, '/inv:Invoice/cbc:ID', /^[FB][A-Z0-9]{3}-[1-9]\d{0,7}$/),
  left('1032, 1033, 1084', STATE),
  refused('3207, 4204', 'serie', { serie: '0001' }),

  checked('1079, 2108, 2329', 'dates.dateRules'),
  computed('2072, 2073, 2074, 2075', 'engine/invoice.afterSignature', '2074'),

  written('3205', 'invoice.afterSignature', TYPE, '@listID!=""'),
  checked('3206', 'operation.operationRules'),
  left('1080', REGISTER),

  refused('3088', 'tipo_moneda', { tipo_moneda: 'JPY' }),
  written('2070', 'invoice.afterSignature', '/inv:Invoice', 'cbc:DocumentCurrencyCode!=""'),
  computed('2071, 2788, 2792', 'engine/xml.amount', '2071'),
  computed('3208', 'engine/payment.paymentTerms', '3208'),

  checked('3006, 3014, 3027', 'references.referenceRules'),
  written(
    '4264',
    'notes.notes',
    "/inv:Invoice[cac:InvoiceLine//cbc:TaxExemptionReasonCode='17']",
    "cbc:Note/@languageLocaleID='2007'",
  ),
  computed('4265', 'fiscal/legends.legendsOf', '4265'),
  absent('4266', '/inv:Invoice/cac:Delivery'),
  absent('4233', '/inv:Invoice/cac:OrderReference'),
];
