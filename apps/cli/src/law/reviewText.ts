/** What `ley revisar` prints for a person: the changes as a table, and each business's findings. */
import { type ChangeRow, type LawChange, peruvianDate } from '@rafaga/fiscal';
import { CONFIDENCE, count, EFFECT, many } from '@rafaga/operations';
import { table } from '../terminal/table.js';
import type { AdviceOf, Reviewed } from './reviewAll.js';

/** Of more findings than this of one business only the number is printed. */
const MAX_LISTED = 40;

export const changesText = (changes: readonly LawChange[], day: string): string =>
  changes.length === 0
    ? `Entre hoy y el ${peruvianDate(day)} no empieza ni termina ninguna regla fechada.`
    : table(
        ['Día', 'Qué', 'Antes', 'Después', 'Confianza'],
        changes.map((change) => [
          peruvianDate(change.day),
          change.subject,
          change.before.join(' o ') || 'nada',
          change.after.join(' o ') || 'deja de regir',
          CONFIDENCE[change.confidence],
        ]),
      );

export function reviewText(reviewed: Reviewed, adviceOf: AdviceOf): string {
  const { counts, rows } = reviewed;
  if (rows.length === 0) return titleOf(reviewed);
  const left = rows.length - MAX_LISTED + counts.omitted;
  return [
    titleOf(reviewed),
    table(
      ['Efecto', 'Serie', 'Producto', 'Ventas', 'Diferencia', 'Código', 'Motivo', 'Qué hacer'],
      rows.slice(0, MAX_LISTED).map((row) => [...cellsOf(row), adviceOf(row)]),
    ),
    ...(left > 0 ? [`… y ${count(left)} más, con --json.`] : []),
  ].join('\n');
}

const titleOf = ({ business, counts, unreadable }: Reviewed): string =>
  `${business.legalName} (${business.ruc}): ${many(counts.sales, 'venta', 'ventas')}; ` +
  `${many(counts.refused, 'se rechazaría', 'se rechazarían')}, ` +
  `${many(counts.observed, 'se observaría', 'se observarían')}, ` +
  `${many(counts.dearer, 'llevaría', 'llevarían')} más impuesto.` +
  (unreadable > 0 ? ` ${many(unreadable, 'no se pudo', 'no se pudieron')} juzgar.` : '');

const cellsOf = (row: ChangeRow) => [
  EFFECT[row.effect],
  row.series,
  [row.productCode, row.product].filter(Boolean).join(' ') || 'toda la venta',
  row.sales,
  row.effect === 'dearer' ? `${row.currency} ${row.extra}` : undefined,
  row.code,
  row.text,
];
