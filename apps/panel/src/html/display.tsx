/**
 * What pages show: tags that never speak by colour alone, notes, facts, tables that scroll by
 * themselves.
 */
import type { ComponentChildren, VNode } from 'preact';

export type Severity = 'good' | 'warn' | 'bad' | 'calm';
const SIGNS: Readonly<Record<Severity, string>> = { good: '✓', warn: '!', bad: '✕', calm: '·' };

/** A state: a word first, a sign and a colour beside it. */
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

/** What matters on a page, in a frame. */
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

/** Terms and what they are; without a value they are left out. */
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

/**
 * A text from which on a cell takes room of its own, though not without end: its own page shows all
 * of it.
 */
const LONG = 30;

/** On a phone it scrolls by itself, by hand and by keyboard; the page never does sideways. */
export function Table(props: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  quiet?: boolean;
}): VNode {
  const { caption, head, rows, quiet } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={caption}>
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
                <td key={head[column]}>
                  {typeof cell === 'string' && cell.length > LONG ? (
                    <span class="wide brief" title={cell}>
                      {cell}
                    </span>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
