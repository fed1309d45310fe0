/** Writes each schema as a table of its fields. */
import type { JsonSchema, OpenApi } from '../openapi/types.js';
import { type Html, html } from './html.js';
import { type Row, table } from './table.js';

export const anchorOf = (name: string): string => `esquema-${name.toLowerCase()}`;

function schemaSection(name: string, schema: JsonSchema, like?: NamedSchema): Html {
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(like?.schema.properties?.[field]),
  );
  const rows = own.map(([field, value]) => fieldRow(field, value, required.includes(field)));
  const about = like
    ? html`<p>Como <a href="#${anchorOf(like.name)}">${like.name}</a>, salvo en lo que sigue.</p>`
    : '';
  return html`<section aria-labelledby="${anchorOf(name)}"><h3 id="${anchorOf(name)}">${name}</h3>
${about}${table(`Campos de ${name}`, ['Campo', 'Tipo', 'Qué es'], rows)}</section>`;
}

interface NamedSchema {
  name: string;
  schema: JsonSchema;
}

function fieldRow(field: string, described: JsonSchema, required: boolean): Row {
  const schema = flat(described);
  const must = required ? html`<span class="must">obligatorio</span>` : '';
  return {
    cells: [
      html`<code>${field}</code>${must}`,
      typeOf(schema, required),
      html`${schema.description ?? ''} ${rulesOf(schema)}`,
    ],
  };
}

/** A schema or null, as one schema of two types. */
function flat({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const [one] = anyOf ?? [];
  if (one === undefined) return schema;
  return { ...schema, ...one, ...(one.type && { type: [one.type, 'null'].flat() }) };
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
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.items?.$ref !== undefined) return html`lista de ${link(schema.items.$ref)}`;
  const types = schema.type === undefined ? [typeof schema.enum?.[0]] : [schema.type].flat();
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
    sentence(schema.enum?.join(', '), (values) =>
      schema.enum?.length === 1 ? `Siempre ${values}.` : `Uno de: ${values}.`,
    ),
    schema.format === 'date' ? 'Formato AAAA-MM-DD.' : '',
    schema.pattern === '\\S' ? '' : sentence(schema.pattern, (pattern) => `Patrón ${pattern}.`),
    schema.minLength === 1
      ? ''
      : sentence(schema.minLength, (least) => `Mínimo ${least} caracteres.`),
    sentence(schema.maxLength, (most) => `Máximo ${most} caracteres.`),
    sentence(schema.exclusiveMinimum, (least) => `Mayor que ${least}.`),
    sentence(schema.minimum, (least) => `Mínimo ${least}.`),
    sentence(schema.maximum, (most) => `Máximo ${most}.`),
    sentence(schema.minItems, (least) => `Mínimo ${least} elemento.`),
    sentence(schema.maxItems, (most) => `Máximo ${most} elementos.`),
  ];
  return html`${rules.filter((rule) => rule !== '').join(' ')}`;
}

const sentence = (rule: unknown, write: (text: string) => string): string =>
  rule === undefined ? '' : write(String(rule));

/** The schemas in the order of the OpenAPI description; a Factura is told by its differences. */
export function schemaSections({ components: { schemas } }: OpenApi): Html[] {
  return Object.entries(schemas).map(([name, schema]) =>
    name === 'Factura' && schemas.Boleta !== undefined
      ? schemaSection(name, schema, { name: 'Boleta', schema: schemas.Boleta })
      : schemaSection(name, schema),
  );
}
