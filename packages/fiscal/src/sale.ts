/**
 * A sale, in English and exact, as the contract parsed it: what the fiscal rules, the XML and the
 * PDF are made from.
 */
import type { Currency } from './catalogues/currencies.js';

export type Kind = 'boleta' | 'factura';

/**
 * Exact decimal text, as in '12.5': digits, perhaps a point and digits; no sign, exponent or
 * leading zeros. Fit for JSON.
 */
export type Decimal = string;

/** YYYY-MM-DD. */
export type DateText = string;

export interface Sale {
  kind: Kind;
  /** B001, F001 */
  series: string;
  /** The number that the caller asked for; absent: the next of the series. */
  number?: number;
  issueDate: DateText;
  dueDate?: DateText;
  /** Catalogue 51. */
  operation: string;
  currency: Currency;
  /** Whether `Line.unitPrice` holds its taxes: the business's setting when the sale was made. */
  pricesIncludeTax: boolean;
  payment: 'cash' | 'credit';
  /** What is paid later, with payment 'credit'. */
  instalments: Instalment[];
  /** The issuer's establishment, four digits. */
  establishment: string;
  client: Client;
  /** 1 to 500. */
  lines: Line[];
  /** Over the whole document: catalogue 53. */
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
  /** Kept and echoed, never in the XML. */
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
  /**
   * Without tax; the reference value of a free line. Checked against `unitPrice`, never trusted.
   */
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
 * A discount or charge: `amount`, or `factor` of `base`; the contract has turned percents into
 * factors. As catalogue 53 means them, amounts that move the base of the IGV (00, 02, 04–06, 20,
 * 47, 49) are without tax whatever `pricesIncludeTax` says, all others with it; a `factor` alone is
 * a share of the price itself.
 */
export interface Allowance {
  /** Catalogue 53. */
  code: string;
  /** 0 to 1 */
  factor?: Decimal;
  base?: Decimal;
  amount?: Decimal;
}

export interface Instalment {
  amount: Decimal;
  dueDate: DateText;
}

export interface Advance {
  /** Catalogue 12: '02' an advance's factura, '03' its boleta. */
  documentType: string;
  /** Series and number of the advance's own document. */
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
  /** In soles, whatever the sale's currency. */
  amount: Decimal;
}

export interface Perception {
  /** Catalogue 53: 51, 52 or 53. */
  code: string;
  /** 0.02, 0.01 or 0.005 */
  factor: Decimal;
  base: Decimal;
  amount: Decimal;
  /** Payable with the perception. */
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
  tradeName?: string;
  address?: string;
  ubigeo?: string;
}
