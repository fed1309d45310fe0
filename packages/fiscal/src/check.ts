/** Asks every rule of a priced sale at once: faults that SUNAT would reject, and warnings of what it would only observe. */
import type { PricedSale } from './priced.js';
import { RULES } from './rules/index.js';
import type { CheckContext, Fault, Findings, Warning } from './rules/rule.js';

export function check(priced: PricedSale, context: CheckContext): Findings {
  const faults: Fault[] = [];
  const warnings: Warning[] = [];
  const report = {
    fault: (at: Fault['at'], text: string, code?: string) => faults.push(code === undefined ? { at, text } : { at, code, text }),
    warn: (at: Warning['at'], code: string, text: string) => warnings.push({ at, code, text }),
  };
  for (const rule of RULES) rule(priced, context, report);
  return { faults, warnings };
}
