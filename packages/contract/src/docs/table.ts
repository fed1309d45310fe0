/** Writes tables whose first column is the heading of its row. */
import { type Html, html } from './html.js';

type Cell = Html | string | number;

export interface Row {
  /** The anchor of the row. */
  id?: string;
  cells: readonly [heading: Cell, ...Cell[]];
}

export function table(caption: string, headings: readonly string[], rows: readonly Row[]): Html {
  return html`<table><caption>${caption}</caption><thead><tr>${headings.map(
    (heading) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead><tbody>${rows.map(rowOf)}</tbody></table>`;
}

function rowOf({ id, cells: [heading, ...rest] }: Row): Html {
  const anchor = id === undefined ? '' : html` id="${id}"`;
  const cells = rest.map((cell) => html`<td>${cell}</td>`);
  return html`<tr${anchor}><th scope="row">${heading}</th>${cells}</tr>`;
}

/** Text in which `name` stands for code. */
export const prose = (text: string): Html =>
  html`${text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
