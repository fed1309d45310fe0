/**
 * What a rule is: it looks at a priced sale and reports, each finding with its path inside the
 * `Sale` and SUNAT's code where it has one.
 */
import type { PricedSale } from '../priced.js';
import type { DateText, Kind } from '../sale.js';

/** Where in the `Sale`: ['lines', 3, 'quantity']; empty for the sale as a whole. */
export type Path = (string | number)[];

export interface Fault {
  at: Path;
  /** SUNAT's rule that would reject it. */
  code?: string;
  /** Spanish, with what to do. */
  text: string;
}

export interface Warning {
  at: Path;
  /** The observation that SUNAT would make. */
  code: string;
  text: string;
}

export interface Findings {
  faults: Fault[];
  warnings: Warning[];
}

export interface CheckContext {
  /** In Lima. */
  today: DateText;
  issuer: { ruc: string; exonerationAllowed: boolean };
}

/**
 * The code that each sheet of the workbook has for one rule: ERROR in the first list, OBSERV (a
 * code of 4000 and above) only warns.
 */
export type Codes = Readonly<Record<Kind, string>>;

export interface Report {
  fault(at: Path, text: string, code?: string): void;
  warn(at: Path, code: string, text: string): void;
  /** A fault or a warning, by the code. */
  find(at: Path, code: string, text: string): void;
}

export type Rule = (priced: PricedSale, context: CheckContext, report: Report) => void;

/** From 4000 on SUNAT accepts with an observation; below it rejects. */
export function isObservation(code: string): boolean {
  return code >= '4000';
}
