/** Builds HTML from templates whose values are escaped, except HTML from another template. */

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | undefined | readonly (Html | string)[];

/** A template whose values are escaped: html`<td>${name}</td>`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + shown(values[index - 1]) + part));
}

function shown(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(shown).join('') : escaped(String(value));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
