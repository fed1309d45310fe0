/** Peruvian tax law as data and pure functions. */
export { addDays, limaTime, limaTimestamp, limaToday } from './calendar.js';
export { ADDITIONAL_ELEMENT } from './catalogues/additionalElements.js';
export { AFFECTATION, type AffectationCode } from './catalogues/affectations.js';
export { ALLOWANCE, type AllowanceRow } from './catalogues/allowances.js';
export { CONCEPT } from './catalogues/concepts.js';
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
export { bagTax } from './catalogues/icbper.js';
export { IDENTITY } from './catalogues/identities.js';
export { ISC_SYSTEM } from './catalogues/iscSystems.js';
export { LEGEND } from './catalogues/legends.js';
export { PAYMENT_MEANS } from './catalogues/means.js';
export { OPERATION, type OperationRow } from './catalogues/operations.js';
export { PERCEPTION, perceptionFactor } from './catalogues/perceptions.js';
export { PRICE_TYPE } from './catalogues/priceTypes.js';
export { igvRates } from './catalogues/rates.js';
export { ADVANCE_NUMBER, RELATED_DOCUMENT } from './catalogues/relatedDocuments.js';
export { SIMPLE_OPERATION } from './catalogues/simpleOperations.js';
export { TAX, TAX_CODES } from './catalogues/taxes.js';
export { anonymousLimit } from './catalogues/thresholds.js';
export { isUnit } from './catalogues/units.js';
export { check } from './check.js';
export { cdrFileName, documentName, type NamedDocument } from './documentName.js';
export { intendedUnit } from './intendedUnit.js';
export { changeAdvice } from './law/changeAdvice.js';
export {
  type ChangeCounter,
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
export { type Effect, type Issued, reviewSale, type SaleChange } from './law/reviewSale.js';
export { CENT, centsText, ONE, part, scaledText, sum, times, toCents, toScaled } from './money.js';
export { PAPER_FORMAT, PAPER_FORMATS, type PaperFormat } from './paperFormats.js';
export type * from './priced.js';
export { qrText } from './qr.js';
export { CDR_SIGNATURE_WORDS, EVIDENCE_WORDS, FISCAL_STATES } from './resultWords.js';
export {
  cdrOutcome,
  type Meaning,
  type Obligation,
  type Verdict,
  verdict,
} from './returnCodes.js';
export { needsExchangeRate } from './rules/client.js';
export type { CheckContext, Fault, Findings, Path, Warning } from './rules/rule.js';
export type * from './sale.js';
export {
  PENDING_STAGES,
  type PendingStage,
  STAGE_CHANGES,
  type StageEvent,
} from './stages.js';
export { price } from './totals.js';
export { type TotalsJson, totalsJson } from './totalsJson.js';
export { amountInWords } from './words.js';
