/** The list of all rules, in the order in which their findings are reported. */
import { advanceRules } from './advances.js';
import { allowanceRules } from './allowances.js';
import { clientRules } from './client.js';
import { dateRules } from './dates.js';
import { detractionRules } from './detraction.js';
import { lineRules } from './lines.js';
import { operationRules } from './operation.js';
import { paymentRules } from './payment.js';
import { perceptionRules } from './perception.js';
import { referenceRules } from './references.js';
import type { Rule } from './rule.js';
import { taxRules } from './taxes.js';
import { tillRules } from './till.js';
import { totalRules } from './totals.js';

export const RULES: readonly Rule[] = [
  dateRules,
  operationRules,
  clientRules,
  lineRules,
  taxRules,
  allowanceRules,
  advanceRules,
  totalRules,
  paymentRules,
  detractionRules,
  perceptionRules,
  referenceRules,
  tillRules,
];
