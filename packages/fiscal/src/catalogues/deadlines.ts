/** The number of days after its issue date in which a document may be sent. */
import { addDays } from '../calendar.js';
import type { DateText, Kind } from '../sale.js';
import { type Dated, inForce, perDay } from './dated.js';

interface DeadlineRow extends Dated {
  /** Calendar days, counted from the day after the issue date. */
  readonly days: number;
}

const FIRST_IN_FORCE = {
  from: '2011-01-01',
  days: 7,
  source: 'RS 097-2012/SUNAT, primer texto',
  confidence: 'secondary',
} as const;

/**
 * Documents that are sent one by one, as this service sends them. SUNAT's workbook names no number
 * (rules 2108, 1079: «plazo máximo vigente»); the workers send on the day of issue.
 */
export const DEADLINES: Readonly<Record<Kind, readonly DeadlineRow[]>> = {
  factura: [
    FIRST_IN_FORCE,
    {
      from: '2023-01-06',
      days: 3,
      source:
        'RS 000003-2023/SUNAT (El Peruano, 2023-01-05), que modifica las RS 097-2012, 186-2016 y ' +
        '117-2017; el plazo de un día de la RS 193-2020 estuvo suspendido hasta entonces',
      confidence: 'decree',
    },
  ],
  boleta: [
    FIRST_IN_FORCE,
    {
      from: '2020-01-01',
      days: 5,
      source:
        'RS 114-2019/SUNAT, según fuentes secundarias; Validaciones CPE, Control de cambios del ' +
        '2019-06-24: nombra cinco días para las notas de boletas, y de las boletas solo que ' +
        'pasan de ERR-2108 a ERR-1079, desde el 2020-01-01',
      confidence: 'secondary',
    },
  ],
};

/** Boletas in a daily summary, which this service does not send. */
export const SUMMARY_DEADLINES: readonly DeadlineRow[] = [
  {
    ...FIRST_IN_FORCE,
    source: 'Validaciones CPE del 2026-02-12, Resumen Diario, campo 05 (OBS-4443 pasados 7 días)',
    confidence: 'workbook',
  },
];

const lastDayOf = (kind: Kind) =>
  perDay((issueDate) => {
    const row = inForce(DEADLINES[kind], issueDate);
    return row === undefined ? issueDate : addDays(issueDate, row.days);
  });

const LAST_DAY = { boleta: lastDayOf('boleta'), factura: lastDayOf('factura') };

/** The last day on which the document can be sent. */
export const lastDay = (kind: Kind, issueDate: DateText): DateText => LAST_DAY[kind](issueDate);
