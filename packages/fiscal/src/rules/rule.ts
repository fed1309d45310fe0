/**
 * The types of a rule: a function that checks a priced sale and reports each finding with its path
 * in the `Sale` and SUNAT's code, if it has one.
 */
import type { PricedSale } from '../priced.js';
import type { DateText, Decimal, Kind } from '../sale.js';

/** Where in the `Sale`: ['lines', 3, 'quantity']; empty for the sale as a whole. */
export type Path = (string | number)[];

export interface Fault {
  at: Path;
  /** SUNAT's code for it; absent for a rule of this system. */
  code?: string;
  /** In Spanish, and says how to correct it. */
  text: string;
}

export interface Warning {
  at: Path;
  /** The observation that SUNAT would make, or a word for what only this system announces. */
  code: string;
  text: string;
}

export interface Findings {
  faults: Fault[];
  warnings: Warning[];
}

export interface CheckContext {
  /** The date in Lima. */
  today: DateText;
  issuer: { ruc: string; exonerationAllowed: boolean };
  /** The last numbers of own series that advances name; absent: unknown. */
  lastNumbers?: ReadonlyMap<string, number>;
  /** What a unit of the sale's currency costs in soles on its day; absent: unknown. */
  exchangeRate?: Decimal;
}

/** The codes of one rule in the workbook's sheets of facturas and of boletas. */
export type Codes = Readonly<Record<Kind, string>>;

export interface Report {
  fault(at: Path, text: string, code?: string): void;
  warn(at: Path, text: string, code: string): void;
  /** Reports a fault or a warning, depending on the code. */
  find(at: Path, text: string, code: string): void;
}

export type Rule = (priced: PricedSale, context: CheckContext, report: Report) => void;

/** From 4000 on SUNAT accepts with an observation; below it rejects. */
export function isObservation(code: string): boolean {
  return code >= '4000';
}
