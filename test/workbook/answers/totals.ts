/** Rows about the taxes and totals of the document. */
import { type AnswerRow, absent, checked, computed, left, reportedAs, written } from './answer.js';

const TAXES = '/inv:Invoice/cac:TaxTotal/cac:TaxSubtotal';
const TOTAL = '/inv:Invoice/cac:LegalMonetaryTotal';
const WRITER = 'taxes.writeDocumentTaxes';
const TOTALS = 'fiscal/totals.price';
const scheme = (...taxes: string[]) =>
  `[${taxes.map((tax) => `cac:TaxCategory/cac:TaxScheme/cbc:ID='${tax}'`).join(' or ')}]`;

export const TOTAL_ROWS: readonly AnswerRow[] = [
  written('2956, 3024', WRITER, '/inv:Invoice', 'count(cac:TaxTotal)=1'),
  computed('2048, 2999, 3020', 'fiscal/money.centsText', '2999'),
  computed('2052, 2054, 2961, 2964', 'engine/taxes.writeDocumentTaxes', '3051'),
  written(
    '3007, 3059',
    WRITER,
    `${TAXES}//cac:TaxScheme/cbc:ID`,
    /^(1000|1016|2000|7152|999[5-8])$/,
  ),
  computed('3068', 'engine/taxes.writeDocumentTaxes', '3068'),
  written('3003', WRITER, `${TAXES}[not(.//cac:TaxScheme/cbc:ID='7152')]`, 'cbc:TaxableAmount!=""'),
  written('3000', WRITER, TAXES + scheme('9995', '9997', '9998'), 'cbc:TaxAmount=0'),
  computed('2638', TOTALS, '2638'),
  written('2416, 2641', WRITER, TAXES + scheme('9996'), 'cbc:TaxableAmount>0'),
  checked('2650', 'taxes.taxRules'),
  reportedAs('3107', 'operation.operationRules', '3107, 2642'),
  // dates so old are refused
  reportedAs('2949', 'dates.dateRules', '2108, 1079'),

  checked('3291', 'totals.totalRules'),
  checked('4290', 'totals.totalRules'),
  checked('3295, 4302', 'lines.lineRules'),
  checked('3462', 'operation.operationRules'),
  left('4439', 'the register of small restaurants and hotels is SUNAT’s'),
  computed('3273, 4295', TOTALS, '3273'),
  computed('3274, 4296', TOTALS, '3274'),
  computed('3275, 4297', TOTALS, '3275'),
  computed('3276, 4298', TOTALS, '3276'),
  computed('3277, 4299', TOTALS, '3277'),
  computed('3293, 4300', TOTALS, '3293'),
  computed('3294, 4301', TOTALS, '3294'),
  computed('3296, 4303', TOTALS, '3296'),
  absent('3297, 3299, 4304, 4306', `${TAXES}//cac:TaxScheme[cbc:ID='9999']`),
  computed('3298, 4305', TOTALS, '3298'),
  computed('3302, 4311', TOTALS, '3302'),
  computed('3306, 4321', TOTALS, '3306'),
  checked('3283, 3284, 3285, 3289', 'totals.totalRules'),
  checked('4022, 4023, 4024, 4244', 'totals.totalRules'),

  computed('2031, 2064, 2065, 3019', 'fiscal/money.centsText', '2999'),
  checked('2062', 'totals.totalRules'),
  written('3288, 4212', 'totals.monetaryTotal', TOTAL, 'cbc:LineExtensionAmount!=""'),
  written('3305, 4317', 'totals.monetaryTotal', TOTAL, 'cbc:TaxInclusiveAmount!=""'),
  computed('3278, 4309', TOTALS, '3278'),
  computed('3279, 4310', TOTALS, '3279'),
  computed('3280, 4312', TOTALS, '3280'),
  computed('3300, 4307', TOTALS, '3300'),
  computed('3301, 4308', TOTALS, '3301'),
  computed('3303, 4314', TOTALS, '3303'),
];
