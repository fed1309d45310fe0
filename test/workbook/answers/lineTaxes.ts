/** Rows about the taxes of a line. */
import { type AnswerRow, absent, checked, computed, reportedAs, written } from './answer.js';

const LINE = '//cac:InvoiceLine';
const SUBTOTAL = `${LINE}/cac:TaxTotal/cac:TaxSubtotal`;
const of = (tax: string) => `${SUBTOTAL}[cac:TaxCategory/cac:TaxScheme/cbc:ID='${tax}']`;
const WRITER = 'taxes.writeLineTaxes';
const PRICED = 'fiscal/lines.priceLines';
const IGV = { tag: 'Tasa del IGV' };
const OTHER = { tag: 'Tasa del tributo' };

export const LINE_TAXES: readonly AnswerRow[] = [
  written('3026, 3195', WRITER, LINE, 'count(cac:TaxTotal)=1'),
  computed('2033, 3021, 3031', 'fiscal/money.centsText', '2999'),
  computed('3292, 4293', PRICED, '3292'),
  computed('3272, 4294', PRICED, '3272'),
  computed('3103', PRICED, '3103'),
  computed('3110', PRICED, '3110'),
  computed('3111', PRICED, '3111'),

  written(
    '2036, 2037',
    WRITER,
    `${SUBTOTAL}//cac:TaxScheme/cbc:ID`,
    /^(1000|1016|2000|7152|999[5-8])$/,
  ),
  computed('2377, 2996, 3051', 'engine/taxes.writeLineTaxes', '3051'),
  computed('3067', 'engine/taxes.writeLineTaxes', '3067'),
  computed('3223', 'engine/taxes.writeLineTaxes', '3223'),
  checked('3105', 'lines.lineRules'),

  computed('2992', 'engine/taxes.writeLineTaxes', '2992', IGV),
  written('2992', WRITER, of('2000'), 'cac:TaxCategory/cbc:Percent!=""', OTHER),
  reportedAs('2993', 'lines.lineRules', '3291, 4290'),
  computed('3102', 'fiscal/money.scaledText', '2999', IGV),
  checked('3102', 'taxes.taxRules', OTHER),
  checked('2040', 'lines.lineRules'),
  computed('2371', 'engine/taxes.writeLineTaxes', '2371'),
  computed('3050', 'engine/taxes.writeLineTaxes', '3050'),
  checked('2642', 'operation.operationRules'),
  checked('2644', 'lines.lineRules'),

  checked('2041', 'taxes.taxRules'),
  computed('2373, 3210', 'engine/taxes.writeLineTaxes', '2373'),
  checked('3104, 3108', 'taxes.taxRules'),
  absent('3109', `${LINE}//cac:TaxScheme[cbc:ID='9999']`),

  checked('2892', 'taxes.taxRules'),
  checked('3236, 3238, 3240, 4237, 4318', 'taxes.taxRules'),
  written('3237', WRITER, of('7152'), 'cbc:BaseUnitMeasure!=""'),
  written('4320', WRITER, `${SUBTOTAL}/cbc:BaseUnitMeasure/@unitCode`, /^NIU$/),
];
