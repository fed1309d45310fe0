/**
 * A list page by page, on and back: where a page begins stands in its address, so that it may be
 * kept and sent to somebody.
 */
import type { VNode } from 'preact';

export interface PageCursor {
  from?: number | undefined;
  back: boolean;
  /** One more than is shown: whether there are more. */
  limit: number;
}

export interface PageOf<Line> {
  lines: readonly Line[];
  before: boolean;
  after: boolean;
}

export const PAGE_SIZE = 50;

/** `desde` begins after a line, `hasta` ends before it. */
export function pageCursor(
  { query }: { query(name: string): string },
  size = PAGE_SIZE,
): PageCursor {
  const [on, back] = [numberOf(query('desde')), numberOf(query('hasta'))];
  return { from: back ?? on, back: back !== undefined, limit: size + 1 };
}

const numberOf = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

export function pageOf<Line>(
  found: readonly Line[],
  { from, back, limit }: PageCursor,
): PageOf<Line> {
  const more = found.length === limit;
  if (back) return { lines: more ? found.slice(1) : found, before: more, after: true };
  return { lines: more ? found.slice(0, -1) : found, before: from !== undefined, after: more };
}

/** @param at the address of this list with this more in it */
export function Pager<Line>(props: {
  shown: PageOf<Line>;
  place(line: Line): number;
  at(more: Record<string, string>): string;
  label: string;
}): VNode | null {
  const { shown, place, at, label } = props;
  const [first, last] = [shown.lines[0], shown.lines.at(-1)];
  if (!shown.before && !shown.after) return null;
  return (
    <nav aria-label={label}>
      <ul class="row">
        {shown.before && (
          <li>
            {first ? (
              <a href={at({ hasta: String(place(first)) })}>← Página anterior</a>
            ) : (
              <a href={at({})}>← Al comienzo</a>
            )}
          </li>
        )}
        {shown.after && last && (
          <li>
            <a href={at({ desde: String(place(last)) })}>Página siguiente →</a>
          </li>
        )}
      </ul>
    </nav>
  );
}
