/**
 * Every row that a decree can change, in one list with Spanish words, and which of them begin or
 * end in a span of days.
 */
import { addDays } from '../calendar.js';
import { allInForce, type Confidence, type Dated } from '../catalogues/dated.js';
import { DEADLINES, SUMMARY_DEADLINES } from '../catalogues/deadlines.js';
import { DEFERRED_RULES } from '../catalogues/deferredRules.js';
import { DETRACTION_GOODS } from '../catalogues/detractions.js';
import { BAG_TAXES } from '../catalogues/icbper.js';
import { PERCEPTION } from '../catalogues/perceptions.js';
import { PRODUCT_CODE_RULES } from '../catalogues/productCodes.js';
import { GENERAL_RATES, RICE_RATES, SMALL_COMPANY_RATES } from '../catalogues/rates.js';
import { ANONYMOUS_LIMITS } from '../catalogues/thresholds.js';
import type { DateText } from '../sale.js';

export interface LawRow extends Dated {
  /** What the row is about; rows with the same subject replace each other. */
  readonly subject: string;
  /** What it says. */
  readonly value: string;
}

export interface LawChange {
  /** The first day on which it applies. */
  day: DateText;
  subject: string;
  /** What applied on the day before; two values when the sources conflict. */
  before: readonly string[];
  after: readonly string[];
  source: string;
  confidence: Confidence;
}

const row = (
  { from, until, source, confidence }: Dated,
  subject: string,
  value: string,
): LawRow => ({
  from,
  ...(until === undefined ? {} : { until }),
  source,
  confidence,
  subject,
  value,
});

const percent = (rows: typeof GENERAL_RATES, subject: string): LawRow[] =>
  rows.map((each) => {
    const parts = each.parts && ` (IGV ${each.parts.igv} % + IPM ${each.parts.ipm} %)`;
    return row(each, subject, `${each.percent} %${parts ?? ''}`);
  });

const days = (rows: typeof SUMMARY_DEADLINES, subject: string): LawRow[] =>
  rows.map((each) => row(each, subject, `${each.days} días calendario después de su emisión`));

const PRODUCT_CODE = { observed: 'SUNAT lo observa', refused: 'SUNAT rechaza el comprobante' };

/** Ordered by subject; the rows of a subject are in order, the oldest first. */
export const LAW: readonly LawRow[] = [
  ...percent(GENERAL_RATES, 'IGV general'),
  ...percent(SMALL_COMPANY_RATES, 'IGV de restaurantes, hoteles y alojamientos pequeños'),
  ...percent(RICE_RATES, 'IVAP (arroz pilado)'),
  ...BAG_TAXES.map((each) => row(each, 'ICBPER por bolsa', `S/ ${each.soles}`)),
  ...ANONYMOUS_LIMITS.map((each) =>
    row(each, 'Boleta sin identificar al cliente', `hasta S/ ${each.soles}`),
  ),
  ...days(DEADLINES.factura, 'Plazo de envío de una factura'),
  ...days(DEADLINES.boleta, 'Plazo de envío de una boleta'),
  ...days(SUMMARY_DEADLINES, 'Plazo de una boleta en resumen diario'),
  ...Object.entries(PERCEPTION).flatMap(([code, { label, factors }]) =>
    factors.map((each) => row(each, `${label} (${code})`, `factor ${each.factor}`)),
  ),
  ...Object.entries(DETRACTION_GOODS).map(([code, each]) =>
    row(each, `Detracción ${code}`, each.label),
  ),
  ...PRODUCT_CODE_RULES.map((each) =>
    row(each, 'Código de producto fuera del catálogo 25 (3496)', PRODUCT_CODE[each.answer]),
  ),
  ...DEFERRED_RULES.map((each) =>
    row(each, `${each.subject} (${each.codes.join(', ')})`, each.effect),
  ),
];

/** How many days ahead a change is told. */
export const NOTICE_DAYS = 60;

/** What begins or ends after that day, within the notice. */
export const comingLawChanges = (today: DateText): LawChange[] =>
  lawChanges(addDays(today, 1), addDays(today, NOTICE_DAYS));

/** The days on which something does. */
export const comingLawDays = (today: DateText): DateText[] => [
  ...new Set(comingLawChanges(today).map(({ day }) => day)),
];

/** What begins or ends from `first` to `last`, by day. */
export function lawChanges(first: DateText, last: DateText): LawChange[] {
  const subjects = new Set(LAW.map(({ subject }) => subject));
  return [...subjects]
    .map((subject) => LAW.filter((each) => each.subject === subject))
    .flatMap((rows) => changesOf(rows, first, last))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

function changesOf(rows: readonly LawRow[], first: DateText, last: DateText): LawChange[] {
  const edges = rows.flatMap(({ from, until }) => [
    from,
    ...(until === undefined ? [] : [addDays(until, 1)]),
  ]);
  return [...new Set(edges)]
    .filter((day) => first <= day && day <= last)
    .flatMap((day) => changeOn(rows, day) ?? []);
}

function changeOn(rows: readonly LawRow[], day: DateText): LawChange | undefined {
  const [before, after] = [allInForce(rows, addDays(day, -1)), allInForce(rows, day)];
  const cause = after[0]?.from === day ? after : before;
  const [told] = cause;
  if (told === undefined) return undefined;
  return {
    day,
    subject: told.subject,
    before: before.map(({ value }) => value),
    after: after.map(({ value }) => value),
    source: [...new Set(cause.map(({ source }) => source))].join('; '),
    confidence: told.confidence,
  };
}
