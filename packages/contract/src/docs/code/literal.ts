/** Writes JSON data as a literal of a programming language, over several lines. */

export interface Dialect {
  object: readonly [open: string, close: string];
  list: readonly [open: string, close: string];
  name(text: string): string;
  text(text: string): string;
  number(value: number): string;
}

/** Text between double quotes with the escapes of JSON, which all these languages share. */
const quoted = (text: string): string => JSON.stringify(text);
/** Between single quotes only the quote and the backslash are escaped. */
const singleQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

export const JSON_TEXT: Dialect = {
  object: ['{', '}'],
  list: ['[', ']'],
  name: (name) => `${quoted(name)}: `,
  text: quoted,
  number: String,
};

export const JAVASCRIPT: Dialect = {
  ...JSON_TEXT,
  name: (name) => `${name}: `,
  text: singleQuoted,
};

export const PHP: Dialect = {
  ...JSON_TEXT,
  object: ['[', ']'],
  name: (name) => `'${name}' => `,
  text: singleQuoted,
};

/** Those that a field of the API could be named. */
const CSHARP_KEYWORDS = new Set(['base', 'operator', 'params', 'ref', 'event', 'fixed', 'checked']);

/** Anonymous types; the entries of a list may differ, so that it is one of objects. */
export const CSHARP: Dialect = {
  object: ['new {', '}'],
  list: ['new object[] {', '}'],
  name: (name) => `${CSHARP_KEYWORDS.has(name) ? '@' : ''}${name} = `,
  text: quoted,
  number: (value) => (Number.isInteger(value) ? String(value) : `${value}m`),
};

const WIDTH = 78;

/** The value on one line where it fits, else each of its parts on a line of its own. */
export function literal(value: unknown, dialect: Dialect, indent = '', before = 0): string {
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value === 'number') return dialect.number(value);
  if (typeof value !== 'object' || value === null)
    throw new Error('A sample has texts, numbers, lists and objects only');
  const [open, close] = Array.isArray(value) ? dialect.list : dialect.object;
  const short = `${open} ${partsOf(value, dialect, '').join(', ')} ${close}`;
  if (!short.includes('\n') && indent !== '' && indent.length + before + short.length <= WIDTH)
    return short;
  const inner = `${indent}  `;
  const lines = partsOf(value, dialect, inner).map((part) => `${inner}${part}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function partsOf(value: object, dialect: Dialect, indent: string): string[] {
  if (Array.isArray(value)) return value.map((entry) => literal(entry, dialect, indent || ' '));
  return Object.entries(value).map(([name, entry]) => {
    const label = dialect.name(name);
    return `${label}${literal(entry, dialect, indent || ' ', label.length)}`;
  });
}
