/** What an action changed, field by field, in Spanish words. */
import type { VNode } from 'preact';
import { DescriptionList } from '../html/components.js';
import { moment } from '../html/formats.js';
import { FIELDS, VALUES } from './auditWords.js';

interface ChangeProps {
  before: unknown;
  after: unknown;
}

export function Change({ before, after }: ChangeProps): VNode | null {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  if (names.length === 0) return null;
  return (
    <details>
      <summary>Ver</summary>
      <DescriptionList
        rows={names.map((name) => [wordOf(FIELDS, name), changeText(name, old, fresh)])}
      />
    </details>
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** A value that is no object has no field names. */
const fieldsOf = (json: unknown): Fields =>
  typeof json === 'object' && json !== null ? (json as Fields) : {};

function changeText(name: string, old: Fields, fresh: Fields): string {
  const [from, to] = [old, fresh].map((fields) =>
    Object.hasOwn(fields, name) ? valueText(fields[name]) : undefined,
  );
  if (from === undefined || from === to) return to ?? '';
  return to === undefined ? `antes: ${from}` : `${from} → ${to}`;
}

/** What has no word is shown as it is, also a name that every object has, as 'constructor'. */
const wordOf = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] as string) : name;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function valueText(value: unknown): string {
  if (value === null || value === '') return 'nada';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'nada';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${wordOf(FIELDS, name)}: ${valueText(each)}`)
      .join(', ');
  const text = String(value);
  return TIME.test(text) ? moment(new Date(text)) : wordOf(VALUES, text);
}
