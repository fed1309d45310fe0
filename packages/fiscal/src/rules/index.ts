/** Every rule, in the order in which their findings are reported. */
import { dateRules } from './dates.js';
import type { Rule } from './rule.js';

export const RULES: readonly Rule[] = [dateRules];
