/** What the rules of a line take. */
import type { PricedLine } from '../priced.js';
import type { Sale } from '../sale.js';
import type { Path, Report } from './rule.js';

export interface LineCheck {
  priced: PricedLine;
  sale: Sale;
  /** The path of one of its fields, or of the line. */
  at(field?: string): Path;
  report: Report;
}
