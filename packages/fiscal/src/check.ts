/**
 * Checks a priced sale against every rule: faults are what SUNAT would reject, warnings what it
 * would only observe.
 */
import type { PricedSale } from './priced.js';
import { RULES } from './rules/index.js';
import {
  type CheckContext,
  type Fault,
  type Findings,
  isObservation,
  type Report,
  type Warning,
} from './rules/rule.js';

export function check(priced: PricedSale, context: CheckContext): Findings {
  const faults: Fault[] = [];
  const warnings: Warning[] = [];
  const report: Report = {
    fault: (at, text, code) => faults.push(code === undefined ? { at, text } : { at, code, text }),
    warn: (at, text, code) => warnings.push({ at, code, text }),
    find: (at, text, code) =>
      isObservation(code) ? report.warn(at, text, code) : report.fault(at, text, code),
  };
  for (const rule of RULES) rule(priced, context, report);
  return { faults, warnings };
}
