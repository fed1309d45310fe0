/** Writes each schema as a table of its fields. */
import type { JsonSchema, OpenApi } from '../openapi/types.js';
import { type Html, html } from './html.js';

export const anchorOf = (name: string): string => `esquema-${name.toLowerCase()}`;

function schemaSection(name: string, schema: JsonSchema): Html {
  return html`<section aria-labelledby="${anchorOf(name)}"><h3 id="${anchorOf(name)}">${name}</h3>${fieldsTable(name, schema)}</section>`;
}

function fieldsTable(name: string, { properties = {}, required = [] }: JsonSchema): Html {
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      html`<tr><td><code>${field}</code>${required.includes(field) ? html`<span class="must">obligatorio</span>` : ''}</td><td>${typeOf(schema, required.includes(field))}</td><td>${schema.description ?? ''} ${rulesOf(schema)}</td></tr>`,
  );
  return html`<div class="scroll" role="region" aria-label="Campos de ${name}" tabindex="0"><table><thead><tr><th scope="col">Campo</th><th scope="col">Tipo</th><th scope="col">Qué es</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const TYPES: Record<string, string> = {
  string: 'texto',
  number: 'número',
  integer: 'entero',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
  null: 'null',
};

/** The null of an optional field is not shown: the page says once that it means absent. */
function typeOf(schema: JsonSchema, required: boolean): Html {
  const $ref = schema.$ref ?? schema.anyOf?.[0]?.$ref;
  if ($ref !== undefined) return link($ref);
  if (schema.items?.$ref !== undefined) return html`lista de ${link(schema.items.$ref)}`;
  const types =
    schema.type === undefined ? [typeof (schema.const ?? schema.enum?.[0])] : [schema.type].flat();
  const named = types.filter((type) => required || type !== 'null');
  return html`${named.map((type) => TYPES[type] ?? type).join(' o ')}`;
}

function link(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#${anchorOf(name)}">${name}</a>`;
}

/** The rules of a value, after its description. */
function rulesOf(schema: JsonSchema): Html {
  const rules = [
    about(
      schema.enum?.filter((value) => value !== null).join(', '),
      (values) => `Uno de: ${values}.`,
    ),
    about(schema.const, (value) => `Siempre ${value}.`),
    schema.format === 'date' ? 'Formato AAAA-MM-DD.' : '',
    schema.pattern === '\\S' ? '' : about(schema.pattern, (pattern) => `Patrón ${pattern}.`),
    schema.minLength === 1 ? '' : about(schema.minLength, (least) => `Mínimo ${least} caracteres.`),
    about(schema.maxLength, (most) => `Máximo ${most} caracteres.`),
    about(schema.exclusiveMinimum, (least) => `Mayor que ${least}.`),
    about(schema.minimum, (least) => `Mínimo ${least}.`),
    about(schema.maximum, (most) => `Máximo ${most}.`),
    about(schema.minItems, (least) => `Mínimo ${least} elemento.`),
    about(schema.maxItems, (most) => `Máximo ${most} elementos.`),
  ];
  return html`${rules.filter((rule) => rule !== '').join(' ')}`;
}

const about = (rule: unknown, sentence: (text: string) => string): string =>
  rule === undefined ? '' : sentence(String(rule));

/** The schemas in the order of the OpenAPI description. */
export function schemaSections({ components }: OpenApi): Html[] {
  return Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema));
}
