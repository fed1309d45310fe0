/** A sale with every amount computed: the XML, the PDF and the record only copy these amounts. */
import type { Legend, Line, Sale } from './sale.js';

/** Whole céntimos. */
export type Cents = bigint;
/** A price, quantity or rate, scaled by 10^10. */
export type Scaled = bigint;

/** Catalogue 05. */
export type TaxCode =
  | '1000'
  | '1016'
  | '2000'
  | '7152'
  | '9995'
  | '9996'
  | '9997'
  | '9998'
  | '9999';

export interface PricedLine {
  line: Line;
  quantity: Scaled;
  /** Price/PriceAmount: without tax, 0 on a free line. */
  unitValue: Scaled;
  /** AlternativeConditionPrice: with tax ('01'), or the reference value of a free line ('02'). */
  unitPrice: Scaled;
  priceType: '01' | '02';
  /** LineExtensionAmount. */
  value: Cents;
  /** The tax of its affectation: 1000, 1016, 9995 … 9998. */
  igv: { tax: TaxCode; base: Cents; percent: Scaled; amount: Cents };
  isc?: { system: string; base: Cents; percent: Scaled; amount: Cents } | undefined;
  icbper?: { bags: bigint; perBag: Scaled; amount: Cents } | undefined;
  allowances: PricedAllowance[];
  /** TaxTotal/TaxAmount of the line. */
  taxes: Cents;
  /** What the client pays for the line. */
  total: Cents;
}

export interface PricedPerception {
  /** Catalogue 53: 51, 52 or 53. */
  code: string;
  /** 0.02 */
  factor: Scaled;
  base: Cents;
  amount: Cents;
  /** Payable with the percepción. */
  total: Cents;
}

export interface PricedAllowance {
  /** Catalogue 53. */
  code: string;
  /** True for a charge, false for a discount. */
  charge: boolean;
  factor?: Scaled;
  base: Cents;
  amount: Cents;
}

export interface Subtotal {
  tax: TaxCode;
  base: Cents;
  amount: Cents;
}

export interface Totals {
  /** One for each tax of the sale, in the order of the catalogue. */
  subtotals: Subtotal[];
  /** total_impuestos */
  taxes: Cents;
  /** valor_venta: LineExtensionAmount */
  value: Cents;
  /** sub_total: TaxInclusiveAmount */
  withTaxes: Cents;
  /** sum_otros_descuentos: AllowanceTotalAmount */
  allowances: Cents;
  /** ChargeTotalAmount */
  charges: Cents;
  /** total_anticipos: PrepaidAmount */
  prepaid: Cents;
  rounding: Cents;
  /** mto_imp_venta: PayableAmount */
  payable: Cents;
  /** All discounts, as information: total_descuentos. */
  discounts: Cents;
}

export interface PricedSale {
  /** The sale; operation 0101 becomes 1001 with a detracción, 2001 with a percepción. */
  sale: Sale;
  lines: PricedLine[];
  /** Those of the whole document and of its advances (04, 05, 06, 20), without the percepción. */
  allowances: PricedAllowance[];
  totals: Totals;
  /** Net pending of a credit sale: the sum of its instalments (rule 3319). */
  pending?: Cents;
  /** Allowance 62, the IGV that the client withholds at payment; 0 when there is none. */
  retained: Cents;
  /** The percepción, in soles and outside the totals. */
  perception?: PricedPerception;
  /** The caller's and the computed ones (1000, 1002, 2000, 2006, 2007), sorted by code. */
  legends: Legend[];
}
