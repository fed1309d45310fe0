/** Peruvian tax law as data and pure functions. */
export {
  addDays,
  isCalendarDate,
  limaInstant,
  limaTime,
  limaTimestamp,
  limaToday,
  peruvianDate,
} from './calendar.js';
export { AFFECTATION } from './catalogues/affectations.js';
export { ALLOWANCE, type AllowanceRow } from './catalogues/allowances.js';
export {
  CURRENCIES,
  CURRENCY,
  type Currency,
  FOREIGN_CURRENCIES,
  type ForeignCurrency,
} from './catalogues/currencies.js';
export type { Confidence } from './catalogues/dated.js';
export { lastDay } from './catalogues/deadlines.js';
export { DETRACTION_GOODS } from './catalogues/detractions.js';
export { DOCUMENT, DOCUMENT_TYPE } from './catalogues/documents.js';
export { IDENTITY, isNoDocument, isSameIdentity } from './catalogues/identities.js';
export { ISC_SYSTEM } from './catalogues/iscSystems.js';
export { LEGEND } from './catalogues/legends.js';
export { PAYMENT_MEANS } from './catalogues/means.js';
export { OPERATION } from './catalogues/operations.js';
export { PERCEPTION, perceptionFactor } from './catalogues/perceptions.js';
export { ADVANCE_NUMBER, RELATED_DOCUMENT } from './catalogues/relatedDocuments.js';
export { isIgvOrIvap, TAX, TAX_CODES } from './catalogues/taxes.js';
export { isUnit } from './catalogues/units.js';
export { check } from './check.js';
export { cdrFileName, documentName, type NamedDocument } from './documentName.js';
export { type FiscalResult, fiscalResult } from './fiscalResult.js';
export { intendedUnit } from './intendedUnit.js';
export { changeAdvice } from './law/changeAdvice.js';
export {
  type ChangeCounts,
  type ChangeRow,
  createChangeCounter,
} from './law/changeCounter.js';
export {
  comingLawChanges,
  comingLawDays,
  type LawChange,
  lawChanges,
  NOTICE_DAYS,
} from './law/dateTable.js';
export { onDay } from './law/onDay.js';
export { type Effect, reviewSale } from './law/reviewSale.js';
export {
  centsText,
  ONE,
  part,
  roundTo,
  scaledText,
  sum,
  times,
  toCents,
  toScaled,
} from './money.js';
export { PAPER_FORMAT, PAPER_FORMATS, type PaperFormat } from './paperFormats.js';
export type * from './priced.js';
export { qrText } from './qr.js';
export {
  CDR_SIGNATURE_WORDS,
  EVIDENCE_WORDS,
  type Evidence,
  FISCAL_STATES,
  type FiscalState,
} from './resultWords.js';
export {
  cdrOutcome,
  type Meaning,
  type Obligation,
  verdict,
} from './returnCodes.js';
export { needsExchangeRate } from './rules/client.js';
export type { CheckContext } from './rules/rule.js';
export type * from './sale.js';
export { shelfPrice } from './shelfPrice.js';
export {
  PENDING_STAGES,
  type PendingStage,
  STAGE_CHANGES,
  type StageEvent,
} from './stages.js';
export { withStatedRates } from './statedRates.js';
export { price } from './totals.js';
export { type TotalsJson, totalsJson } from './totalsJson.js';
