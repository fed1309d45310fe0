/** The components that show data: tags, notes, lists of terms, tables. */
import type { ComponentChildren, VNode } from 'preact';

export type Severity = 'good' | 'warn' | 'bad' | 'calm';
const SIGNS: Readonly<Record<Severity, string>> = { good: '✓', warn: '!', bad: '✕', calm: '·' };

/** A state as a word; sign and colour repeat what the word says. */
export function Tag({
  severity,
  children,
}: {
  severity: Severity;
  children: ComponentChildren;
}): VNode {
  return (
    <strong class={`tag ${severity}`}>
      <span aria-hidden="true">{SIGNS[severity]} </span>
      {children}
    </strong>
  );
}

/** A framed message. */
export function Note({
  severity,
  title,
  children,
}: {
  severity: Severity;
  title?: string;
  children?: ComponentChildren;
}): VNode {
  return (
    <div class={`note ${severity}`}>
      {title && (
        <p class="note-title">
          <span aria-hidden="true">{SIGNS[severity]} </span>
          {title}
        </p>
      )}
      {children}
    </div>
  );
}

/** Terms with their values; a term without a value is left out. */
export function DescriptionList({
  rows,
}: {
  rows: readonly (readonly [string, ComponentChildren])[];
}): VNode {
  return (
    <dl class="facts">
      {rows
        .filter(
          ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
        )
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Longer texts are cut in a table cell; the tooltip and the row's own page show all of them. */
const LONG = 30;

/**
 * A table that scrolls sideways in a frame of its own, also by keyboard; the page never does. On a
 * narrow screen each row is a card, in which the heads of the columns label the cells.
 */
export function Table(props: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  quiet?: boolean;
  /** For long lists: small letters and little space between the rows. */
  compact?: boolean;
}): VNode {
  const { caption, head, rows, quiet, compact } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class={`scroll cards${compact ? ' compact' : ''}`} tabIndex={0} aria-label={caption}>
      <table>
        <caption class={quiet ? 'unseen' : ''}>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) =>
              title ? (
                <th key={title} scope="col">
                  {title}
                </th>
              ) : (
                <td key="actions" />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td
                  key={head[column]}
                  class={roleOf(head, column)}
                  {...(head[column] ? { 'data-label': head[column] } : {})}
                >
                  {shortened(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const shortened = (cell: ComponentChildren): ComponentChildren =>
  typeof cell === 'string' && cell.length > LONG ? (
    <span class="wide brief" title={cell}>
      {cell}
    </span>
  ) : (
    cell
  );

const STATES: ReadonlySet<string> = new Set(['Estado', 'Qué pasa', 'Respuesta', 'Gravedad']);
const SELECTION = 'Elegir';

/** What a cell is in a card: the name of its row, its state, its action or its check box. */
function roleOf(head: readonly string[], column: number): string | undefined {
  const title = head[column] ?? '';
  if (title === SELECTION) return 'pick-cell';
  if (STATES.has(title)) return 'state';
  if (column === 0 || head[column - 1] === SELECTION) return 'name';
  return title === '' ? 'action' : undefined;
}

/** The text for an empty list. */
export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
