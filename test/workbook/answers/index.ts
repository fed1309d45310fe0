/** The answers to all rows of the workbook. */
import { ALLOWANCES } from './allowances.js';
import type { AnswerRow } from './answer.js';
import { ATTRIBUTES } from './attributes.js';
import { CONCEPTS } from './concepts.js';
import { HEADER } from './header.js';
import { LINES } from './lines.js';
import { LINE_TAXES } from './lineTaxes.js';
import { PARTIES } from './parties.js';
import { PAYMENT } from './payment.js';
import { TOTAL_ROWS } from './totals.js';

export const ANSWERS: readonly AnswerRow[] = [
  ...HEADER,
  ...PARTIES,
  ...LINES,
  ...LINE_TAXES,
  ...TOTAL_ROWS,
  ...ALLOWANCES,
  ...PAYMENT,
  ...CONCEPTS,
  ...ATTRIBUTES,
];
