/** Rows about the form of payment, the detracción, advances and related documents. */
import { type AnswerRow, checked, computed, left, reportedAs, written } from './answer.js';

const WRITER = 'payment.paymentTerms';
const TERMS = '/inv:Invoice/cac:PaymentTerms';
const FORM = `${TERMS}[cbc:ID='FormaPago']`;
const CREDIT = `${FORM}[cbc:PaymentMeansID='Credito']`;
const INSTALMENT = `${FORM}[starts-with(cbc:PaymentMeansID,'Cuota')]`;
const DETRACTION = `${TERMS}[cbc:ID='Detraccion']`;
const ADVANCE = '/inv:Invoice/cac:AdditionalDocumentReference';
const PREPAID = '/inv:Invoice/cac:PrepaidPayment';
const ONCE = 'not(cbc:PaymentMeansID=preceding-sibling::cac:PaymentTerms/cbc:PaymentMeansID)';
const INDICATOR = { tag: 'Indicador' };

export const PAYMENT: readonly AnswerRow[] = [
  computed('3244', 'engine/payment.paymentTerms', '3244'),
  written('3245, 3246', WRITER, `${FORM}/cbc:PaymentMeansID`, /^(Contado|Credito|Cuota\d{3})$/),
  written('3247, 3248', WRITER, FORM, ONCE),
  written('3461', WRITER, TERMS, 'count(cbc:PaymentMeansID)<2'),
  checked('3249, 3252', 'payment.paymentRules'),
  computed('3250, 3253', 'fiscal/money.centsText', '2999'),
  written('3251', WRITER, CREDIT, 'cbc:Amount!=""'),
  written('3254', WRITER, INSTALMENT, 'cbc:Amount!=""'),
  written('3255, 3256', WRITER, `${INSTALMENT}/cbc:PaymentDueDate`, /^\d{4}-\d{2}-\d{2}$/),
  checked('3265, 3266, 3267, 3319', 'payment.paymentRules'),

  checked('3033', 'detraction.detractionRules'),
  reportedAs('3034', 'detraction.detractionRules', '3127', { tag: 'Indicador' }),
  written(
    '3034',
    'payment.paymentMeans',
    "/inv:Invoice/cac:PaymentMeans[cbc:ID='Detraccion']",
    'cac:PayeeFinancialAccount/cbc:ID!=""',
    { tag: 'PayeeFinancialAccount' },
  ),
  written('3035', WRITER, DETRACTION, 'cbc:Amount!=""'),
  checked('3037', 'detraction.detractionRules'),
  checked('3127', 'detraction.detractionRules', INDICATOR),
  written('3127', WRITER, DETRACTION, 'cbc:PaymentMeansID!=""', { tag: 'Código de' }),
  checked('3128, 3129, 3174', 'detraction.detractionRules'),

  checked('2364', 'references.referenceRules'),
  checked('4005, 4006', 'references.referenceRules'),
  checked('2365', 'advances.advanceRules'),
  written('4009', 'references.advanceReferences', `${ADVANCE}/cbc:DocumentTypeCode`, /^0[23]$/),
  written('4010', 'references.advanceReferences', `${ADVANCE}/cbc:ID`, /^\S{1,30}$/),
  checked('2503, 2505, 2521', 'advances.advanceRules'),
  // a number above the last one of its series is announced, and the sale is sent all the same
  left('3218', 'which documents it accepted, SUNAT knows: a till may have issued the advance'),
  computed('2509', 'fiscal/totals.price', '2509'),
  computed('2520', 'engine/references.advanceReferences', '2520'),
  written(
    '2529, 3217',
    'references.advanceReferences',
    ADVANCE,
    'cac:IssuerParty/cac:PartyIdentification/cbc:ID=' +
      '/inv:Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID',
  ),
  written(
    '3211, 3212',
    'payment.prepaidPayments',
    PREPAID,
    'cbc:ID!="" and not(cbc:ID=preceding-sibling::cac:PrepaidPayment/cbc:ID)',
  ),
  computed('3213', 'engine/payment.prepaidPayments', '3213'),
  written(
    '3214, 3215, 3216',
    'references.advanceReferences',
    ADVANCE,
    'cbc:DocumentStatusCode=/inv:Invoice/cac:PrepaidPayment/cbc:ID and not(' +
      'cbc:DocumentStatusCode=' +
      'preceding-sibling::cac:AdditionalDocumentReference/cbc:DocumentStatusCode)',
  ),
  written(
    '3220',
    'totals.monetaryTotal',
    '/inv:Invoice[cac:PrepaidPayment]',
    'cac:LegalMonetaryTotal/cbc:PrepaidAmount>0',
  ),
  left('3219, 3219<br>4441', 'which documents SUNAT received, and authorized, only it knows'),
];
