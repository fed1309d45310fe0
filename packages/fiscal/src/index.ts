/** Peruvian tax law, pure: values in, values out. */
export { addDays, limaTime, limaToday } from './calendar.js';
export { AFFECTATION, type AffectationCode } from './catalogues/affectations.js';
export { CURRENCY } from './catalogues/currencies.js';
export { lastDay } from './catalogues/deadlines.js';
export { DOCUMENT_TYPE } from './catalogues/documents.js';
export { TAX, TAX_CODES } from './catalogues/taxes.js';
export { isUnit } from './catalogues/units.js';
export { check } from './check.js';
export { CENT, centsText, ONE, scaledText, toCents, toScaled } from './money.js';
export type * from './priced.js';
export { type Obligation, type Verdict, verdict } from './returnCodes.js';
export type { CheckContext, Fault, Findings, Path, Warning } from './rules/rule.js';
export type * from './sale.js';
export { price } from './totals.js';
export { type TotalsJson, totalsJson } from './totalsJson.js';
export { amountInWords } from './words.js';
