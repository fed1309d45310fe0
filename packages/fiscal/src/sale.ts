/**
 * The type of a sale as `packages/contract` parses it from a request: English names and exact
 * amounts, for the rules, the XML and the PDF.
 */
import type { Currency } from './catalogues/currencies.js';

export type Kind = 'boleta' | 'factura';

/**
 * An exact decimal number as text, as in '12.5': digits, or digits, a point and digits; without
 * sign, exponent or leading zeros.
 */
export type Decimal = string;

/** YYYY-MM-DD. */
export type DateText = string;

export interface Sale {
  kind: Kind;
  /** B001, F001 */
  series: string;
  /** The number that the caller requested; absent: the next of the series. */
  number?: number;
  issueDate: DateText;
  dueDate?: DateText;
  /** Catalogue 51. */
  operation: string;
  currency: Currency;
  /** Whether `Line.unitPrice` includes taxes: the business's setting when the sale was issued. */
  pricesIncludeTax: boolean;
  payment: 'cash' | 'credit';
  /** The amounts that are paid later, with payment 'credit'. */
  instalments: Instalment[];
  /** The issuer's establishment, four digits. */
  establishment: string;
  client: Client;
  /** 1 to 500. */
  lines: Line[];
  /** Discounts and charges of the whole document: catalogue 53. */
  allowances: Allowance[];
  advances: Advance[];
  detraction?: Detraction;
  perception?: Perception;
  /** Dispatch guides that this document refers to. */
  guides: Guide[];
  /** Legends that the caller wrote, catalogue 52; the computed ones are added by `price`. */
  legends: Legend[];
  note?: string;
  /** How the client paid: shown on tickets, never in the XML. */
  payments: Payment[];
  collaboration?: Collaboration;
  /** Stored and returned in the record, never in the XML. */
  extras?: Record<string, unknown>;
}

export interface Client {
  /** Catalogue 06. */
  documentType: string;
  document: string;
  name: string;
  address?: string;
  email?: string;
  phone?: string;
}

export interface Line {
  code?: string;
  /** UNSPSC, eight digits. */
  sunatCode?: string;
  description: string;
  /** UN/ECE recommendation 20. */
  unit: string;
  quantity: Decimal;
  unitPrice: Decimal;
  /** Without tax; the reference value of a free line. `check` compares it with `unitPrice`. */
  unitValue?: Decimal;
  /** Catalogue 07. */
  affectation: string;
  /** Percent, as the caller sent it. */
  igvPercent?: Decimal;
  allowances: Allowance[];
  isc?: Isc;
  /** The tax on plastic bags: present when this line has it. */
  icbper?: { perBag?: Decimal; amount?: Decimal };
}

export interface Isc {
  /** Catalogue 08. */
  system: string;
  /** Percent, for the systems that have a rate. */
  percent?: Decimal;
  amount?: Decimal;
}

/**
 * A discount or charge: an `amount`, or a `factor` of a `base`; the contract converts percents to
 * factors. Amounts that change the base of the IGV (00, 02, 04–06, 20, 47, 49) are without tax for
 * any value of `pricesIncludeTax`; all others are with tax. A `factor` alone is a share of the
 * price.
 */
export interface Allowance {
  /** Catalogue 53. */
  code: string;
  /** 0 to 1 */
  factor?: Decimal;
  base?: Decimal;
  amount?: Decimal;
  /** A percent or a factor up to 1, when only a base would tell which: it changes no amount. */
  share?: Decimal;
}

export interface Instalment {
  amount: Decimal;
  dueDate: DateText;
}

export interface Advance {
  /** Catalogue 12: '02' the factura of the advance, '03' its boleta. */
  documentType: string;
  /** Series and number of the document that was issued for the advance. */
  document: string;
  /** With its taxes. */
  amount: Decimal;
}

export interface Detraction {
  /** Catalogue 54. */
  goods: string;
  percent: Decimal;
  account: string;
  /** Catalogue 59. */
  means: string;
  /** In soles, in a sale of any currency. */
  amount: Decimal;
}

export interface Perception {
  /** Catalogue 53: 51, 52 or 53. */
  code: string;
  /** 0.02, 0.01 or 0.005 */
  factor: Decimal;
  base: Decimal;
  amount: Decimal;
  /** The payable amount plus the percepción. */
  total?: Decimal;
}

export interface Guide {
  /** Catalogue 01: 09 or 31. */
  type: string;
  number: string;
}

export interface Legend {
  /** Catalogue 52. */
  code: string;
  text: string;
}

export interface Payment {
  method: string;
  amount: Decimal;
  reference?: string;
  received?: Decimal;
  notes?: string;
}

export interface Collaboration {
  number: string;
  /** '1' sales, '2' purchases. */
  type: string;
  description: string;
  percent: Decimal;
}

/** The business that issues, as its documents name it. */
export interface Issuer {
  ruc: string;
  legalName: string;
  tradeName?: string | undefined;
  address?: string | undefined;
  ubigeo?: string | undefined;
}
