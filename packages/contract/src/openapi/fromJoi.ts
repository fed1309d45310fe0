/**
 * JSON Schemas made from the Joi schemas themselves, so that the description cannot say anything
 * else than the parser does.
 */
import type { Kind } from '@rafaga/fiscal';
import { type Described, descriptionOfBody } from '../schemas/described.js';
import { descriptionOf } from './descriptions.js';
import type { JsonSchema } from './types.js';

/** Objects that get a name of their own, by the field that holds them. */
const NAMES: Record<string, string> = {
  anticipos: 'Anticipo',
  cliente: 'Cliente',
  contrato_colaboracion: 'ContratoColaboracion',
  cuotas: 'Cuota',
  descuentos: 'DescuentoDeLinea',
  descuentos_globales: 'DescuentoGlobal',
  detraccion: 'Detraccion',
  guias: 'Guia',
  items: 'Item',
  leyendas: 'Leyenda',
  pagos: 'Pago',
  percepcion: 'Percepcion',
};

export const BODY = { boleta: 'Boleta', factura: 'Factura' } as const satisfies Record<
  Kind,
  string
>;

/** The request bodies and everything inside them, by component name. */
export function requestSchemas(): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {};
  const bodies = (['boleta', 'factura'] as const).map((kind): [string, JsonSchema] => [
    BODY[kind],
    { title: BODY[kind], ...objectOf(descriptionOfBody(kind), '', named) },
  ]);
  return { ...Object.fromEntries(bodies), ...named };
}

function schemaOf(
  place: Described,
  name: string,
  owner: string,
  named: Record<string, JsonSchema>,
): JsonSchema {
  const schema = { ...typeOf(place, name, named), ...metaOf(place) };
  const description = descriptionOf(owner, name);
  const allowed = place.allow?.includes(null) ? withNull(schema) : schema;
  return description === undefined ? allowed : { ...allowed, description };
}

function typeOf(place: Described, name: string, named: Record<string, JsonSchema>): JsonSchema {
  switch (place.type) {
    case 'object':
      return place.keys === undefined ? { type: 'object' } : reference(place, name, named);
    case 'array':
      return arrayOf(place, name, named);
    case 'boolean':
      return { type: 'boolean', const: true };
    case 'number':
      return {
        type: ruleOf(place, 'integer') ? 'integer' : 'number',
        ...boundsOf(place, 'minimum', 'maximum'),
      };
    default:
      return stringOf(place);
  }
}

function reference(place: Described, name: string, named: Record<string, JsonSchema>): JsonSchema {
  const title = NAMES[name];
  if (title === undefined) throw new Error(`The object ${name} has no name for the description`);
  named[title] ??= { title, ...objectOf(place, title, named) };
  return { $ref: `#/components/schemas/${title}` };
}

function objectOf(place: Described, owner: string, named: Record<string, JsonSchema>): JsonSchema {
  const entries = Object.entries(place.keys ?? {});
  const required = entries
    .filter(([, field]) => field.flags?.presence === 'required')
    .map(([name]) => name);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, schemaOf(field, name, owner, named)]),
    ),
    additionalProperties: false,
  };
  if (required.length > 0) schema.required = required;
  const together = (place.dependencies ?? []).map(dependency);
  if (together.length > 0) schema.allOf = together;
  return schema;
}

/** or: at least one; xor: exactly one; oxor: at most one. A null counts as absent. */
function dependency({ rel, peers }: { rel: string; peers: string[] }): JsonSchema {
  const given = peers.map(
    (peer): JsonSchema => ({ required: [peer], properties: { [peer]: { not: { type: 'null' } } } }),
  );
  if (rel === 'or') return { anyOf: given };
  if (rel === 'xor') return { oneOf: given };
  if (rel === 'oxor') return { not: { allOf: given } };
  throw new Error(`The description cannot say ${rel}`);
}

function arrayOf(place: Described, name: string, named: Record<string, JsonSchema>): JsonSchema {
  const [entry] = place.items ?? [];
  return {
    type: 'array',
    ...(entry && { items: reference(entry, name, named) }),
    ...boundsOf(place, 'minItems', 'maxItems'),
  };
}

function stringOf(place: Described): JsonSchema {
  if (place.flags?.only)
    return { type: 'string', enum: (place.allow ?? []).filter((value) => value !== null) };
  const regex = ruleOf(place, 'pattern')?.regex;
  return { type: 'string', ...(typeof regex === 'string' && { pattern: regex.slice(1, -1) }) };
}

function boundsOf(
  place: Described,
  least: 'minimum' | 'minItems',
  most: 'maximum' | 'maxItems',
): JsonSchema {
  const min = ruleOf(place, 'min')?.limit;
  const max = ruleOf(place, 'max')?.limit;
  return {
    ...(typeof min === 'number' && { [least]: min }),
    ...(typeof max === 'number' && { [most]: max }),
  };
}

function ruleOf(place: Described, name: string): Record<string, unknown> | undefined {
  const rule = place.rules?.find((one) => one.name === name);
  return rule && (rule.args ?? {});
}

/** What a custom rule of Joi cannot tell of itself. */
function metaOf(place: Described): JsonSchema {
  const {
    says: _says,
    ignored,
    ...schema
  } = Object.assign({}, ...(place.metas ?? [])) as Record<string, unknown>;
  return schema as JsonSchema;
}

function withNull(schema: JsonSchema): JsonSchema {
  return schema.enum === undefined
    ? { ...schema, type: [schema.type as string, 'null'] }
    : { ...schema, enum: [...schema.enum, null] };
}
