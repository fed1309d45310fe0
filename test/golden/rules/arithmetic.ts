/**
 * SUNAT's rules about amounts, from sheet Factura2_0 of its workbook; the rules of boletas differ
 * only in their codes.
 */
import { Decimal } from 'decimal.js';
import type { Node } from './readInvoice.js';

export interface Rule {
  /** Of a factura and of a boleta. */
  code: string;
  broken(invoice: Node): boolean;
}

const ZERO = new Decimal(0);
const far = (a: Decimal, b: Decimal) => a.minus(b).abs().gt(1);
const lines = (invoice: Node) => invoice.all('cac:InvoiceLine');
const bearing = (invoice: Node, ...codes: string[]) =>
  lines(invoice).filter((line) => codes.some((code) => line.bears(code)));
const total = (nodes: Node[], of: (node: Node) => Decimal) =>
  nodes.reduce((sum, node) => sum.plus(of(node)), ZERO);
const value = (node: Node) => node.number('cbc:LineExtensionAmount');
const free = (line: Node) => line.bears('9996');
const isTaxedGift = (line: Node) => /^1[1-7]$/.test(line.text('.//cbc:TaxExemptionReasonCode'));
const isUntaxedGift = (line: Node) =>
  /^(21|3[1-7]|40)$/.test(line.text('.//cbc:TaxExemptionReasonCode'));
const money = (name: string) => `cac:LegalMonetaryTotal/cbc:${name}`;

const eachLine = (code: string, broken: (line: Node) => boolean): Rule => ({
  code,
  broken: (invoice) => lines(invoice).some(broken),
});

/** A rule about the header's subtotal of a tax; it holds when there is none. */
const header = (
  code: string,
  tax: string,
  broken: (subtotal: Node, invoice: Node) => boolean,
): Rule => ({
  code,
  broken: (invoice) => {
    const subtotal = invoice.tax(tax);
    return subtotal !== undefined && broken(subtotal, invoice);
  },
});

/** Percent of the lines that bear the tax; 0 where none does. */
const rate = (invoice: Node, tax: string) =>
  (bearing(invoice, tax)[0]?.tax(tax)?.number('cac:TaxCategory/cbc:Percent') ?? ZERO).div(100);

const times = (factorPath: string, basePath: string) => (node: Node) =>
  node.number(factorPath).times(node.number(basePath));
const byFactor = times('cbc:MultiplierFactorNumeric', 'cbc:BaseAmount');
const wrongFactor = (node: Node) =>
  node.number('cbc:MultiplierFactorNumeric').gt(0) &&
  far(node.number('cbc:Amount'), byFactor(node));

export const ARITHMETIC: readonly Rule[] = [
  eachLine('3271', (line) => {
    const price = free(line)
      ? line.number(
          "cac:PricingReference/cac:AlternativeConditionPrice[cbc:PriceTypeCode='02']/cbc:PriceAmount",
        )
      : line.number('cac:Price/cbc:PriceAmount');
    return far(
      value(line),
      price
        .times(line.number('cbc:InvoicedQuantity'))
        .minus(line.allowances('00'))
        .plus(line.allowances('47')),
    );
  }),
  eachLine('3270', (line) => {
    const paid = value(line)
      .plus(line.number('cac:TaxTotal/cbc:TaxAmount'))
      .minus(line.allowances('01'))
      .plus(line.allowances('48'));
    return (
      !free(line) &&
      far(
        line.number('cac:PricingReference/cac:AlternativeConditionPrice/cbc:PriceAmount'),
        paid.div(line.number('cbc:InvoicedQuantity')),
      )
    );
  }),
  eachLine('3272', (line) => {
    const base =
      ['1000', '1016', '9995', '9996', '9997', '9998'].find(
        (code) => line.tax(code) !== undefined,
      ) ?? '1000';
    return line.bears('2000')
      ? far(line.base(base), value(line).plus(line.taxed('2000')))
      : !line.base(base).eq(value(line));
  }),
  eachLine('3103', (line) =>
    line
      .all('cac:TaxTotal/cac:TaxSubtotal')
      .some(
        (tax) =>
          /^1[0-7]$/.test(tax.text('cac:TaxCategory/cbc:TaxExemptionReasonCode')) &&
          far(
            tax.number('cbc:TaxAmount'),
            times('cac:TaxCategory/cbc:Percent', 'cbc:TaxableAmount')(tax).div(100),
          ),
      ),
  ),
  {
    code: '3111',
    broken: (invoice) => {
      // the NRUS charges no IGV, but its gifts show one
      const taxes = invoice.text('cbc:InvoiceTypeCode/@listID') === '0113' ? [] : ['1000', '1016'];
      return lines(invoice).some((line) =>
        [...taxes, ...(isTaxedGift(line) ? ['9996'] : [])].some(
          (code) => line.base(code).gt(0.06) && line.taxed(code).eq(0),
        ),
      );
    },
  },
  eachLine(
    '3110',
    (line) =>
      ['9995', '9997', '9998'].some((code) => !line.taxed(code).eq(0)) ||
      (free(line) && isUntaxedGift(line) && !line.taxed('9996').eq(0)),
  ),
  eachLine('3108', (line) => {
    const tax = line.tax('2000');
    return (
      tax !== undefined &&
      far(
        tax.number('cbc:TaxAmount'),
        times('cac:TaxCategory/cbc:Percent', 'cbc:TaxableAmount')(tax).div(100),
      )
    );
  }),
  eachLine('4318', (line) => {
    const tax = line.tax('7152');
    return (
      tax !== undefined &&
      !tax
        .number('cbc:TaxAmount')
        .eq(times('cac:TaxCategory/cbc:PerUnitAmount', 'cbc:BaseUnitMeasure')(tax))
    );
  }),
  eachLine('3236', (line) => {
    const bags = line.tax('7152')?.number('cbc:BaseUnitMeasure') ?? ZERO;
    return bags.gt(0) && !bags.eq(line.number('cbc:InvoicedQuantity'));
  }),
  eachLine('3292', (line) =>
    far(
      line.number('cac:TaxTotal/cbc:TaxAmount'),
      total(
        ['1000', '1016', '2000', '7152', '9999'].flatMap((code) => line.tax(code) ?? []),
        (tax) => tax.number('cbc:TaxAmount'),
      ),
    ),
  ),
  eachLine('3290', (line) => line.all('cac:AllowanceCharge').some(wrongFactor)),

  { code: '3307', broken: (invoice) => invoice.all('cac:AllowanceCharge').some(wrongFactor) },
  {
    code: '3294',
    broken: (invoice) =>
      far(
        invoice.number('cac:TaxTotal/cbc:TaxAmount'),
        total(
          ['1000', '1016', '2000', '7152', '9999'].flatMap((code) => invoice.tax(code) ?? []),
          (tax) => tax.number('cbc:TaxAmount'),
        ),
      ),
  },
  header('3273', '9995', (tax, invoice) =>
    far(tax.number('cbc:TaxableAmount'), total(bearing(invoice, '9995'), value)),
  ),
  header('3274', '9998', (tax, invoice) =>
    far(
      tax.number('cbc:TaxableAmount'),
      total(bearing(invoice, '9998'), value).minus(invoice.allowances('06')),
    ),
  ),
  header('3275', '9997', (tax, invoice) =>
    far(
      tax.number('cbc:TaxableAmount'),
      total(bearing(invoice, '9997'), value).minus(invoice.allowances('05')),
    ),
  ),
  header('3276', '9996', (tax, invoice) =>
    far(tax.number('cbc:TaxableAmount'), total(bearing(invoice, '9996'), value)),
  ),
  header('3302', '9996', (tax, invoice) =>
    far(
      tax.number('cbc:TaxAmount'),
      total(bearing(invoice, '9996'), (line) => line.taxed('9996')),
    ),
  ),
  header('3277', '1000', (tax, invoice) =>
    far(
      tax.number('cbc:TaxableAmount'),
      total(bearing(invoice, '1000'), value)
        .minus(invoice.allowances('02', '04'))
        .plus(invoice.allowances('49')),
    ),
  ),
  header('3293', '1016', (tax, invoice) =>
    far(
      tax.number('cbc:TaxableAmount'),
      total(bearing(invoice, '1016'), value)
        .minus(invoice.allowances('02', '04'))
        .plus(invoice.allowances('49')),
    ),
  ),
  header('3291', '1000', (tax, invoice) => {
    const base = total(bearing(invoice, '1000'), (line) => line.base('1000'));
    const left = base
      .minus(invoice.allowances('02', '04'))
      .plus(invoice.allowances('49'))
      .minus(invoice.allowances('20'));
    return far(tax.number('cbc:TaxAmount'), left.times(rate(invoice, '1000')));
  }),
  header('3295', '1016', (tax, invoice) => {
    const base = total(bearing(invoice, '1016'), (line) => line.base('1016'));
    return far(
      tax.number('cbc:TaxAmount'),
      base
        .minus(invoice.allowances('02', '04'))
        .plus(invoice.allowances('49'))
        .times(rate(invoice, '1016')),
    );
  }),
  header('3296', '2000', (tax, invoice) =>
    far(
      tax.number('cbc:TaxableAmount'),
      total(
        bearing(invoice, '2000').filter((line) => !free(line)),
        (line) => line.base('2000'),
      ),
    ),
  ),
  header('3298', '2000', (tax, invoice) =>
    far(
      tax.number('cbc:TaxAmount'),
      total(
        bearing(invoice, '2000').filter((line) => !free(line)),
        (line) => line.taxed('2000'),
      ).minus(invoice.allowances('20')),
    ),
  ),
  header(
    '3306',
    '7152',
    (tax, invoice) =>
      !tax.number('cbc:TaxAmount').eq(total(lines(invoice), (line) => line.taxed('7152'))),
  ),
  {
    code: '3278',
    broken: (invoice) => {
      const sold = total(bearing(invoice, '1000', '1016', '9995', '9997', '9998'), value);
      return far(
        invoice.number(money('LineExtensionAmount')),
        sold.minus(invoice.allowances('02')).plus(invoice.allowances('49')),
      );
    },
  },
  {
    code: '3279',
    broken: (invoice) => {
      const tax = bearing(invoice, '1016').length > 0 ? '1016' : '1000';
      const base = total(lines(invoice), (line) => line.base(tax))
        .minus(invoice.allowances('02'))
        .plus(invoice.allowances('49'));
      const selective =
        tax === '1016' ? ZERO : invoice.taxed('2000').plus(invoice.allowances('20'));
      const others = selective.plus(invoice.taxed('9999')).plus(invoice.taxed('7152'));
      return far(
        invoice.number(money('TaxInclusiveAmount')),
        invoice
          .number(money('LineExtensionAmount'))
          .plus(others)
          .plus(base.times(rate(invoice, tax))),
      );
    },
  },
  {
    code: '3280',
    broken: (invoice) => {
      const owed = invoice
        .number(money('TaxInclusiveAmount'))
        .plus(invoice.number(money('ChargeTotalAmount')))
        .minus(invoice.number(money('AllowanceTotalAmount')));
      return far(
        invoice.number(money('PayableAmount')),
        owed
          .minus(invoice.number(money('PrepaidAmount')))
          .plus(invoice.number(money('PayableRoundingAmount'))),
      );
    },
  },
  {
    code: '3300',
    broken: (invoice) =>
      far(
        invoice.number(money('AllowanceTotalAmount')),
        total(lines(invoice), (line) => line.allowances('01')).plus(invoice.allowances('03', '63')),
      ),
  },
  {
    code: '3301',
    broken: (invoice) =>
      far(
        invoice.number(money('ChargeTotalAmount')),
        total(lines(invoice), (line) => line.allowances('48')).plus(
          invoice.allowances('45', '46', '50'),
        ),
      ),
  },
  { code: '3303', broken: (invoice) => invoice.number(money('PayableRoundingAmount')).abs().gt(1) },
  {
    code: '2509',
    broken: (invoice) =>
      invoice.number(money('PrepaidAmount')).gt(0) &&
      !invoice.sum('cac:PrepaidPayment/cbc:PaidAmount').eq(invoice.number(money('PrepaidAmount'))),
  },
];
