/** Counts what the rules of another day change in many sales, by product and series. */
import { centsText } from '../money.js';
import type { Cents } from '../priced.js';
import type { Kind, Line, Sale } from '../sale.js';
import type { Effect, SaleChange } from './reviewSale.js';

/** One kind of change in the sales of one product in one series. */
export interface ChangeRow {
  effect: Effect;
  /** Null for a rule of this system and for a change of price. */
  code: string | null;
  field: string;
  kind: Kind;
  series: string;
  /** Null when the line has no code, or the change is about the whole sale. */
  productCode: string | null;
  /** Null when the change is about the whole sale. */
  product: string | null;
  /** The text of the first sale, with the amounts of that sale. */
  text: string;
  currency: string;
  sales: number;
  /** Decimal text: the increase of what is paid or taxed, in all of its sales. */
  extra: string;
  /** The first document that it was found in. */
  documentId: number;
}

export interface ChangeCounts extends Record<Effect, number> {
  sales: number;
  /** The number of rows left out beyond MAX_ROWS. */
  omitted: number;
}

export interface ChangeCounter {
  add(documentId: number, sale: Sale, changes: readonly SaleChange[]): void;
  counts(): ChangeCounts;
  /** Refused sales first, then observed ones, then dearer ones; within each, by number of sales. */
  rows(): ChangeRow[];
}

const ORDER: readonly Effect[] = ['refused', 'observed', 'dearer'];
/** More rows than a person would read; sales beyond them are still counted. */
const MAX_ROWS = 2_000;

type Counted = Omit<ChangeRow, 'extra'> & { extra: Cents };

export function createChangeCounter(maxRows = MAX_ROWS): ChangeCounter {
  const rows = new Map<string, Counted>();
  const omitted = new Set<string>();
  const counts = { sales: 0, refused: 0, observed: 0, dearer: 0 };
  return {
    add(documentId, sale, changes) {
      counts.sales += 1;
      for (const effect of ORDER)
        if (changes.some((change) => change.effect === effect)) counts[effect] += 1;
      const seen = new Set<Counted>();
      for (const change of changes) {
        const key = keyOf(change, sale);
        const row = rows.get(key) ?? (rows.size < maxRows ? rowOf(documentId, sale, change) : null);
        if (row === null) {
          omitted.add(key);
          continue;
        }
        rows.set(key, row);
        if (!seen.has(row)) row.sales += 1;
        seen.add(row);
        row.extra += change.extra;
      }
    },
    counts: () => ({ ...counts, omitted: omitted.size }),
    rows: () =>
      [...rows.values()]
        .sort((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect) || b.sales - a.sales)
        .map((row) => ({ ...row, extra: centsText(row.extra) })),
  };
}

const productOf = (line: Line | undefined): string => line?.code ?? line?.description ?? '';

const keyOf = ({ effect, code, field, line }: SaleChange, { kind, series, currency }: Sale) =>
  [effect, code ?? '', field, kind, series, currency, productOf(line)].join('\u0000');

const rowOf = (documentId: number, sale: Sale, change: SaleChange): Counted => ({
  effect: change.effect,
  code: change.code ?? null,
  field: change.field,
  kind: sale.kind,
  series: sale.series,
  productCode: change.line?.code ?? null,
  product: change.line?.description ?? null,
  text: change.text,
  currency: sale.currency,
  sales: 0,
  extra: 0n,
  documentId,
});
