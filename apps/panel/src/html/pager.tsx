/**
 * A long list in pages with links to the previous and the next one. The address holds where a page
 * begins, so that it can be bookmarked and shared.
 */
import type { VNode } from 'preact';

export interface ListCursor {
  from?: number | undefined;
  back: boolean;
  /** One row more than the page shows: its presence tells that there is another page. */
  limit: number;
}

export interface ListPage<Row> {
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
}

export const PAGE_SIZE = 50;

/** The largest key of tables whose ids are of the type `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/**
 * `desde` begins after a row, `hasta` ends before it.
 * @param most the largest key that the list can have
 */
export function listCursor(
  { query }: { query(name: string): string },
  most = Number.MAX_SAFE_INTEGER,
): ListCursor {
  const rowKey = (text: string) =>
    /^[1-9]\d{0,15}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
  const [after, before] = [rowKey(query('desde')), rowKey(query('hasta'))];
  return { from: before ?? after, back: before !== undefined, limit: PAGE_SIZE + 1 };
}

export function listPage<Row>(
  found: readonly Row[],
  { from, back, limit }: ListCursor,
): ListPage<Row> {
  const more = found.length === limit;
  if (back) {
    // the rows before may have left the list meanwhile: its beginning is elsewhere
    const none = found.length === 0;
    return { rows: more ? found.slice(1) : found, hasPrevious: more || none, hasNext: !none };
  }
  return {
    rows: more ? found.slice(0, -1) : found,
    hasPrevious: from !== undefined,
    hasNext: more,
  };
}

/** Of a page that begins or ends at a row, and has none itself: the others may have some. */
export const NONE_HERE = 'No queda nada en esta página.';

/** @param href the address of this list with these query parameters added */
export function Pager<Row>(props: {
  list: ListPage<Row>;
  keyOf(row: Row): number;
  href(more: Record<string, string>): string;
  label: string;
}): VNode | null {
  const { list, keyOf, href, label } = props;
  const [first, last] = [list.rows[0], list.rows.at(-1)];
  if (!list.hasPrevious && !list.hasNext) return null;
  return (
    <nav aria-label={label}>
      <ul class="row">
        {list.hasPrevious && (
          <li>
            {first ? (
              <a href={href({ hasta: String(keyOf(first)) })}>← Página anterior</a>
            ) : (
              <a href={href({})}>← Al comienzo</a>
            )}
          </li>
        )}
        {list.hasNext && last && (
          <li>
            <a href={href({ desde: String(keyOf(last)) })}>Página siguiente →</a>
          </li>
        )}
      </ul>
    </nav>
  );
}
