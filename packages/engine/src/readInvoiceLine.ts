/** Reads the lines, discounts and charges of a signed document, with all of their amounts. */
import type { Decimal, Line } from '@rafaga/fiscal';
import type { XmlElement } from './xmlNodes.js';
import {
  all,
  attribute,
  given,
  missing,
  one,
  optional,
  required,
  requiredDecimal,
} from './xmlPath.js';

type Sold = 'code' | 'sunatCode' | 'description' | 'unit' | 'quantity' | 'affectation';

export interface InvoiceLine extends Pick<Line, Sold> {
  /** Including taxes, or the reference value of a free line. */
  unitPrice: Decimal;
  /** '02' for a free line. */
  priceType: string;
  /** Without taxes, before discounts; 0 for a free line. */
  unitValue: Decimal;
  value: Decimal;
  taxes: Decimal;
  igv: { tax: string; base: Decimal; percent: Decimal; amount: Decimal };
  isc?: { system: string; base: Decimal; percent: Decimal; amount: Decimal };
  icbper?: { perBag: Decimal; amount: Decimal };
  allowances: InvoiceAllowance[];
}

/** A discount or charge, of a line or of the document. */
export interface InvoiceAllowance {
  /** Catalogue 53. */
  code: string;
  factor?: Decimal;
  base: Decimal;
  amount: Decimal;
}

const ISC = '2000';
const BAGS = '7152';

/** @param line cac:InvoiceLine */
export function lineOf(line: XmlElement): InvoiceLine {
  const subtotals = new Map(
    all(line, 'TaxTotal/TaxSubtotal').map((each) => [
      required(each, 'TaxCategory/TaxScheme/ID'),
      each,
    ]),
  );
  const [isc, bags] = [subtotals.get(ISC), subtotals.get(BAGS)];
  return {
    ...given('code', optional(line, 'Item/SellersItemIdentification/ID')),
    ...given('sunatCode', optional(line, 'Item/CommodityClassification/ItemClassificationCode')),
    description: required(line, 'Item/Description'),
    unit: attribute(one(line, 'InvoicedQuantity'), 'unitCode') ?? 'NIU',
    quantity: requiredDecimal(line, 'InvoicedQuantity'),
    unitPrice: requiredDecimal(line, 'PricingReference/AlternativeConditionPrice/PriceAmount'),
    priceType: required(line, 'PricingReference/AlternativeConditionPrice/PriceTypeCode'),
    unitValue: requiredDecimal(line, 'Price/PriceAmount'),
    value: requiredDecimal(line, 'LineExtensionAmount'),
    taxes: requiredDecimal(line, 'TaxTotal/TaxAmount'),
    affectation: required(line, 'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode'),
    igv: igvOf(subtotals),
    ...(isc && { isc: { system: required(isc, 'TaxCategory/TierRange'), ...taxOf(isc) } }),
    ...(bags && { icbper: bagsOf(bags) }),
    allowances: all(line, 'AllowanceCharge').map(allowanceOf),
  };
}

/** @param charge cac:AllowanceCharge */
export const allowanceOf = (charge: XmlElement): InvoiceAllowance => ({
  code: required(charge, 'AllowanceChargeReasonCode'),
  ...given('factor', optional(charge, 'MultiplierFactorNumeric')),
  base: requiredDecimal(charge, 'BaseAmount'),
  amount: requiredDecimal(charge, 'Amount'),
});

/** The IGV, or the tax in its place. */
function igvOf(subtotals: ReadonlyMap<string, XmlElement>): InvoiceLine['igv'] {
  for (const [tax, own] of subtotals)
    if (tax !== ISC && tax !== BAGS) return { tax, ...taxOf(own) };
  return missing('TaxSubtotal');
}

const taxOf = (subtotal: XmlElement) => ({
  base: requiredDecimal(subtotal, 'TaxableAmount'),
  percent: requiredDecimal(subtotal, 'TaxCategory/Percent'),
  amount: requiredDecimal(subtotal, 'TaxAmount'),
});

const bagsOf = (subtotal: XmlElement) => ({
  perBag: requiredDecimal(subtotal, 'TaxCategory/PerUnitAmount'),
  amount: requiredDecimal(subtotal, 'TaxAmount'),
});
