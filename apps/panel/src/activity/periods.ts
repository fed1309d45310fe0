/** The periods that a chart shows, each with what was counted in it, or with nothing. */
import type { Buckets, Measure, StatisticsRow } from '@rafaga/db';

export interface Span {
  by: 'hour' | 'day';
  periods: number;
  /** Of the menu. */
  label: string;
}

export const SPANS = {
  '24h': { by: 'hour', periods: 24, label: 'Últimas 24 horas' },
  '30d': { by: 'day', periods: 30, label: 'Últimos 30 días' },
} as const satisfies Record<string, Span>;

export type SpanName = keyof typeof SPANS;

const HOUR_MS = 3_600_000;
const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS };
/** Lima is five hours behind UTC all year. */
const LIMA_MS = 5 * HOUR_MS;

/** The beginnings of the periods, oldest first; the last is the one of now. */
export function periodsOf({ by, periods }: Span, now: Date): Date[] {
  const step = STEP_MS[by];
  const last = Math.floor((now.getTime() - LIMA_MS) / step) * step + LIMA_MS;
  return Array.from(
    { length: periods },
    (_, index) => new Date(last - (periods - 1 - index) * step),
  );
}

/** Replies by which the authority said something about the document. */
const ANSWERS: ReadonlySet<string> = new Set(['cdr', 'fault', 'status', 'validity']);

const sumOf = (rows: readonly StatisticsRow[]) => rows.reduce((sum, { count }) => sum + count, 0);

export interface Selection {
  measure: Measure;
  result?: string;
}

export class PeriodRows {
  constructor(
    readonly periods: readonly Date[],
    private readonly rows: readonly StatisticsRow[],
  ) {}

  /** How many in each period. */
  counts(selection: Selection): number[] {
    return this.#each(selection, sumOf);
  }

  /** How many requests of an operation the authority answered in each period, and how many not. */
  answers(measure: Measure): { answered: number[]; failed: number[] } {
    const all = this.counts({ measure });
    const answered = this.#each({ measure }, (rows) =>
      sumOf(rows.filter(({ result }) => ANSWERS.has(result))),
    );
    return { answered, failed: all.map((each, at) => each - (answered[at] ?? 0)) };
  }

  /** The durations of each period, those of several results together. */
  durations(selection: Selection): Buckets[] {
    return this.#each(selection, (rows) => {
      const buckets = new Map<number, number>();
      for (const row of rows)
        for (const [bucket, count] of row.buckets)
          buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
      return buckets;
    });
  }

  #each<T>({ measure, result }: Selection, of: (rows: StatisticsRow[]) => T): T[] {
    const wanted = this.rows.filter(
      (row) => row.measure === measure && (result === undefined || row.result === result),
    );
    return this.periods.map((at) => of(wanted.filter((row) => row.at.getTime() === at.getTime())));
  }
}
