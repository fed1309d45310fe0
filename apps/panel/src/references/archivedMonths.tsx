/**
 * Says under a list, and at the end of its CSV, which months it lacks because they are archived;
 * the list leads to the search.
 */
import { type DetachedMonth, type DocumentFilter, detachedMonths } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

/** What an empty list says above the months that it lacks. */
export const NONE_BUT_ARCHIVED = 'No hay ninguno fuera del archivo.';

/** The last line of a CSV that lacks archived months; undefined when it lacks none. */
export async function archivedLine(
  { deps }: AuthenticatedRequest,
  filter: DocumentFilter,
): Promise<string | undefined> {
  const months = await detachedMonths(deps.db, filter);
  return months.length === 0
    ? undefined
    : `Faltan los comprobantes archivados (${spansOf(months)}): búscalos en el panel.`;
}

/** Null when the list lacks none. */
export async function archivedMonths(
  { deps, query }: AuthenticatedRequest,
  filter: DocumentFilter,
): Promise<VNode | null> {
  const months = await detachedMonths(deps.db, filter);
  if (months.length === 0) return null;
  const client = query('cliente');
  const href = client === '' ? '#q' : `/buscar?${new URLSearchParams({ q: client })}`;
  return (
    <p class="hint">
      Esta lista y su CSV no tienen los comprobantes archivados ({spansOf(months)}).{' '}
      <a href={href}>Búscalos en el archivo</a> por su referencia completa, su número, su id o su
      cliente.
    </p>
  );
}

/** Hasta 2026-03 y 2026-05 a 2026-07: months that follow each other are a span. */
function spansOf(months: readonly DetachedMonth[]): string {
  const spans: { from: DetachedMonth; to: string }[] = [];
  for (const from of months) {
    const last = spans.at(-1);
    if (last && placeOf(from.month) === placeOf(last.to) + 1) last.to = from.month;
    else spans.push({ from, to: from.month });
  }
  return LIST.format(spans.map(spanText));
}

function spanText({ from: { month, hasEarlier }, to }: { from: DetachedMonth; to: string }) {
  if (hasEarlier) return `hasta ${to}`;
  return month === to ? month : `${month} a ${to}`;
}

const LIST = new Intl.ListFormat('es', { type: 'conjunction' });

const placeOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
