/** SUNAT's rules about required and forbidden elements and about formats. */
import type { Rule } from './arithmetic.js';
import type { Node } from './readInvoice.js';

const lines = (invoice: Node) => invoice.all('cac:InvoiceLine');
const eachLine = (code: string, broken: (line: Node, invoice: Node) => boolean): Rule => ({
  code,
  broken: (invoice) => lines(invoice).some((line) => broken(line, invoice)),
});
const repeated = (values: string[]) => new Set(values).size !== values.length;
const texts = (invoice: Node, path: string) =>
  invoice.all(path).map(({ element }) => element.content);
const operation = (invoice: Node) => invoice.text('cbc:InvoiceTypeCode/@listID');
const legends = (invoice: Node) => texts(invoice, 'cbc:Note/@languageLocaleID');
const terms = (invoice: Node, id: string) => invoice.all(`cac:PaymentTerms[cbc:ID='${id}']`);
const detracted = (invoice: Node) => /^100[1-4]$/.test(operation(invoice));
const perceived = (invoice: Node) => operation(invoice) === '2001';
const form = (invoice: Node, means: string) =>
  invoice.all(`cac:PaymentTerms[cbc:ID='FormaPago'][cbc:PaymentMeansID='${means}']`);
const instalments = (invoice: Node) =>
  invoice.all("cac:PaymentTerms[cbc:ID='FormaPago'][starts-with(cbc:PaymentMeansID,'Cuota')]");
const withheld = (invoice: Node) =>
  invoice.all("cac:AllowanceCharge[cbc:AllowanceChargeReasonCode='62']");
const perceptions = (invoice: Node) =>
  invoice.all(
    'cac:AllowanceCharge[number(cbc:AllowanceChargeReasonCode)>=51 and ' +
      'number(cbc:AllowanceChargeReasonCode)<=53]',
  );
const isFactura = (invoice: Node) => invoice.text('cbc:InvoiceTypeCode') === '01';
const MAIN = ['1000', '1016', '9995', '9996', '9997', '9998'];
const money = (name: string) => `cac:LegalMonetaryTotal/cbc:${name}`;

/** n(12,2), n(12,10) and n(3,5), without leading zeros. */
const AMOUNT = /^(0|[1-9]\d{0,11})\.\d{2}$/;
const PRICE = /^(0|[1-9]\d{0,11})(\.\d{1,10})?$/;
const RATE = /^(0|[1-9]\d{0,2})(\.\d{1,5})?$/;
const written = (invoice: Node, path: string, form: RegExp) =>
  texts(invoice, path).every((text) => form.test(text));

export const STRUCTURE: readonly Rule[] = [
  {
    code: '1001',
    broken: (invoice) => !/^[FB][A-Z0-9]{3}-[1-9]\d{0,7}$/.test(invoice.text('cbc:ID')),
  },
  {
    code: '2074',
    broken: (invoice) =>
      invoice.text('cbc:UBLVersionID') !== '2.1' || invoice.text('cbc:CustomizationID') !== '2.0',
  },
  {
    code: '2071',
    broken: (invoice) => {
      const soles =
        "cac:PaymentTerms[cbc:ID='Detraccion' or " +
        "cbc:ID='Percepcion']/*|cac:AllowanceCharge[number(cbc:AllowanceChargeReasonCode)>=51 " +
        'and number(cbc:AllowanceChargeReasonCode)<=53]/*';
      const own = invoice.text('cbc:DocumentCurrencyCode');
      const exempt = new Set(
        invoice.all(soles).map(({ element }) => element.line + element.name + element.content),
      );
      return invoice
        .all('.//*[@currencyID]')
        .some(
          (node) =>
            node.text('@currencyID') !==
            (exempt.has(node.element.line + node.element.name + node.element.content)
              ? 'PEN'
              : own),
        );
    },
  },
  {
    code: '2999',
    broken: (invoice) =>
      !written(
        invoice,
        './/*[@currencyID][local-name()!="PriceAmount" and local-name()!="PerUnitAmount"]',
        AMOUNT,
      ) ||
      !written(invoice, './/cbc:PriceAmount|.//cbc:InvoicedQuantity', PRICE) ||
      !written(
        invoice,
        './/cbc:Percent|.//cbc:MultiplierFactorNumeric|.//cbc:PerUnitAmount|.//cbc:PaymentPercent',
        RATE,
      ),
  },
  { code: '3014', broken: (invoice) => repeated(legends(invoice)) },
  {
    code: '3006',
    broken: (invoice) =>
      texts(invoice, 'cbc:Note').some(
        (note) => note === '' || [...note].length > 200 || /[^\S ]/u.test(note),
      ),
  },
  { code: '1000', broken: (invoice) => !legends(invoice).includes('1000') },
  {
    code: '3030',
    broken: (invoice) =>
      !/^\d{4}$/.test(invoice.text('cac:AccountingSupplierParty//cbc:AddressTypeCode')),
  },
  {
    code: '2078',
    broken: (invoice) =>
      invoice.text('cac:Signature/cac:SignatoryParty/cac:PartyIdentification/cbc:ID') !==
      invoice.text('cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID'),
  },
  {
    code: '2022',
    broken: (invoice) =>
      /[^\S ]/u.test(invoice.text('cac:AccountingCustomerParty//cbc:RegistrationName')),
  },
  {
    code: '2752',
    broken: (invoice) =>
      repeated(texts(invoice, 'cac:InvoiceLine/cbc:ID')) ||
      !written(invoice, 'cac:InvoiceLine/cbc:ID', /^[1-9]\d{0,2}$/),
  },

  eachLine('3105', (line) => MAIN.filter((code) => line.bears(code)).length !== 1),
  eachLine('3067', (line) =>
    repeated(texts(line, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cac:TaxScheme/cbc:ID')),
  ),
  eachLine('3223', (line) => line.bears('2000') && (line.bears('1016') || line.bears('9995'))),
  eachLine('2371', (line) =>
    MAIN.some(
      (code) =>
        line.bears(code) && !line.tax(code)?.has('cac:TaxCategory/cbc:TaxExemptionReasonCode'),
    ),
  ),
  eachLine(
    '3050',
    (line) => line.tax('2000')?.has('cac:TaxCategory/cbc:TaxExemptionReasonCode') ?? false,
  ),
  eachLine(
    '2373',
    (line) =>
      line.bears('2000') !== (line.tax('2000')?.has('cac:TaxCategory/cbc:TierRange') ?? false),
  ),
  eachLine('2992', (line) =>
    MAIN.some(
      (code) => line.tax(code) !== undefined && !line.tax(code)?.has('cac:TaxCategory/cbc:Percent'),
    ),
  ),
  eachLine('2640', (line) => line.bears('9996') && line.number('cac:Price/cbc:PriceAmount').gt(0)),
  eachLine(
    '3234',
    (line) =>
      (line.text('cac:PricingReference/cac:AlternativeConditionPrice/cbc:PriceTypeCode') ===
        '02') !==
      line.bears('9996'),
  ),
  eachLine(
    '2642',
    (line, invoice) =>
      /^020/.test(operation(invoice)) && line.text('.//cbc:TaxExemptionReasonCode') !== '40',
  ),
  {
    code: '3462',
    broken: (invoice) =>
      new Set(
        lines(invoice)
          .filter(
            (line) =>
              line.bears('1000') ||
              (line.bears('9996') && /^1[1-6]$/.test(line.text('.//cbc:TaxExemptionReasonCode'))),
          )
          .map((line) =>
            line
              .number(
                ".//cac:TaxSubtotal[cac:TaxCategory/cac:TaxScheme/cbc:ID='1000' or " +
                  "cac:TaxCategory/cac:TaxScheme/cbc:ID='9996']/cac:TaxCategory/cbc:Percent",
              )
              .toString(),
          ),
      ).size > 1,
  },
  {
    code: '2638',
    broken: (invoice) =>
      MAIN.some(
        (code) =>
          lines(invoice).some((line) => line.bears(code)) && invoice.tax(code) === undefined,
      ),
  },
  {
    code: '3068',
    broken: (invoice) =>
      repeated(texts(invoice, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cac:TaxScheme/cbc:ID')),
  },
  {
    code: '3107',
    broken: (invoice) =>
      /^020/.test(operation(invoice)) &&
      ['1000', '1016', '2000', '9997', '9998', '9999'].some(
        (code) => invoice.tax(code) !== undefined,
      ),
  },
  {
    code: '4264',
    broken: (invoice) =>
      lines(invoice).some((line) => line.bears('1016')) && !legends(invoice).includes('2007'),
  },
  {
    code: '2416',
    broken: (invoice) =>
      lines(invoice).some((line) => line.bears('9996')) !== legends(invoice).includes('1002'),
  },

  {
    code: '3244',
    broken: (invoice) =>
      isFactura(invoice) && form(invoice, 'Contado').length + form(invoice, 'Credito').length !== 1,
  },
  {
    code: '3128',
    broken: (invoice) => !isFactura(invoice) && terms(invoice, 'FormaPago').length > 0,
  },
  {
    code: '3249',
    broken: (invoice) => form(invoice, 'Credito').length > 0 !== instalments(invoice).length > 0,
  },
  {
    code: '3248',
    broken: (invoice) =>
      repeated(texts(invoice, "cac:PaymentTerms[cbc:ID='FormaPago']/cbc:PaymentMeansID")),
  },
  {
    code: '3265',
    broken: (invoice) =>
      form(invoice, 'Credito').some((own) =>
        own.number('cbc:Amount').gt(invoice.number(money('PayableAmount'))),
      ),
  },
  {
    code: '3319',
    broken: (invoice) =>
      form(invoice, 'Credito').some(
        (own) =>
          !own
            .number('cbc:Amount')
            .eq(
              invoice.sum("cac:PaymentTerms[starts-with(cbc:PaymentMeansID,'Cuota')]/cbc:Amount"),
            ),
      ),
  },
  {
    code: '3267',
    broken: (invoice) =>
      instalments(invoice).some(
        (own) => own.text('cbc:PaymentDueDate') <= invoice.text('cbc:IssueDate'),
      ),
  },

  {
    code: '3287',
    broken: (invoice) =>
      invoice.number(money('PrepaidAmount')).gt(0) && invoice.allowances('04', '05', '06').eq(0),
  },
  {
    code: '3282',
    broken: (invoice) =>
      invoice.allowances('04', '05', '06', '20').gt(0) &&
      invoice.number(money('PrepaidAmount')).eq(0),
  },
  {
    code: '3213',
    broken: (invoice) =>
      texts(invoice, 'cac:PrepaidPayment/cbc:ID').join() !==
        texts(
          invoice,
          "cac:AdditionalDocumentReference[cbc:DocumentTypeCode='02' or " +
            "cbc:DocumentTypeCode='03']/cbc:DocumentStatusCode",
        ).join() || repeated(texts(invoice, 'cac:PrepaidPayment/cbc:ID')),
  },
  {
    code: '2520',
    broken: (invoice) =>
      invoice
        .all('cac:AdditionalDocumentReference')
        .some(
          (own) => own.text('cac:IssuerParty/cac:PartyIdentification/cbc:ID/@schemeID') !== '6',
        ),
  },
  {
    code: '2521',
    broken: (invoice) =>
      invoice
        .all('cac:AdditionalDocumentReference')
        .some(
          (own) =>
            !(
              own.text('cbc:DocumentTypeCode') === '02'
                ? /^(F[A-Z0-9]{3}|E001)-\d{1,8}$/
                : /^(B[A-Z0-9]{3}|EB01)-\d{1,8}$/
            ).test(own.text('cbc:ID')),
        ),
  },
  {
    code: '2364',
    broken: (invoice) =>
      repeated(
        invoice
          .all('cac:DespatchDocumentReference')
          .map((own) => own.text('cbc:DocumentTypeCode') + own.text('cbc:ID')),
      ),
  },

  {
    code: '3127',
    broken: (invoice) => detracted(invoice) !== terms(invoice, 'Detraccion').length > 0,
  },
  {
    code: '3034',
    broken: (invoice) =>
      detracted(invoice) !==
      invoice.has("cac:PaymentMeans[cbc:ID='Detraccion']/cac:PayeeFinancialAccount/cbc:ID"),
  },
  {
    code: '3208',
    broken: (invoice) =>
      terms(invoice, 'Detraccion').some(
        (own) => own.text('cbc:Amount/@currencyID') !== 'PEN' || !own.number('cbc:Amount').gt(0),
      ),
  },
  { code: '4265', broken: (invoice) => detracted(invoice) !== legends(invoice).includes('2006') },
  {
    code: '3309',
    broken: (invoice) => perceived(invoice) !== terms(invoice, 'Percepcion').length > 0,
  },
  {
    code: '3093',
    broken: (invoice) => perceived(invoice) !== invoice.allowances('51', '52', '53').gt(0),
  },
  {
    code: '2788',
    broken: (invoice) =>
      terms(invoice, 'Percepcion').some((own) => own.text('cbc:Amount/@currencyID') !== 'PEN'),
  },
  {
    code: '3311',
    broken: (invoice) =>
      terms(invoice, 'Percepcion').some((own) => !own.number('cbc:Amount').gt(0)),
  },
  {
    code: '2797',
    broken: (invoice) =>
      invoice.text('cbc:DocumentCurrencyCode') === 'PEN' &&
      perceptions(invoice).some((own) =>
        own.number('cbc:BaseAmount').gt(invoice.number(money('PayableAmount'))),
      ),
  },
  {
    code: '2798',
    broken: (invoice) =>
      perceptions(invoice).some((own) =>
        own
          .number('cbc:BaseAmount')
          .times(own.number('cbc:MultiplierFactorNumeric'))
          .minus(own.number('cbc:Amount'))
          .abs()
          .gt(1),
      ),
  },
  {
    code: '3263',
    broken: (invoice) =>
      withheld(invoice).some((own) =>
        own
          .number('cbc:BaseAmount')
          .times(own.number('cbc:MultiplierFactorNumeric'))
          .minus(own.number('cbc:Amount'))
          .abs()
          .gt(1),
      ),
  },
  {
    code: '3264',
    broken: (invoice) =>
      withheld(invoice).some((own) =>
        own.number('cbc:BaseAmount').gt(invoice.number(money('PayableAmount'))),
      ),
  },
  {
    code: '3114',
    broken: (invoice) =>
      invoice
        .all('.//cac:AllowanceCharge')
        .some(
          (own) =>
            (Number(own.text('cbc:AllowanceChargeReasonCode')) >= 45 &&
              Number(own.text('cbc:AllowanceChargeReasonCode')) <= 54) !==
            (own.text('cbc:ChargeIndicator') === 'true'),
        ),
  },
];
