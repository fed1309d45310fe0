/** Converts the Joi schemas to JSON Schemas, so that description and parser cannot differ. */
import { CONTRACT } from '../contract.js';
import type { Described } from '../schemas/described.js';
import { orNull } from './build.js';
import type { JsonSchema } from './types.js';

/** The request bodies and everything inside them, by component name. */
export function requestSchemas(contract = CONTRACT): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {};
  const bodies = [contract.boleta, contract.factura].map(
    ({ table, described }): [string, JsonSchema] => [
      table.name,
      { title: table.name, ...objectOf(described, named) },
    ],
  );
  return { ...Object.fromEntries(bodies), ...named };
}

/** The schema of one field; what it refers to is added to `named`. */
export function schemaOf(place: Described, named: Record<string, JsonSchema>): JsonSchema {
  const schema = { ...typeOf(place, named), ...metaOf(place) };
  const description = place.flags?.description;
  const allowed = place.allow?.includes(null) ? orNull(schema) : schema;
  return description === undefined ? allowed : { ...allowed, description };
}

function typeOf(place: Described, named: Record<string, JsonSchema>): JsonSchema {
  switch (place.type) {
    case 'object':
      return place.keys === undefined ? { type: 'object' } : reference(place, named);
    case 'array':
      return arrayOf(place, named);
    case 'boolean':
      return { type: 'boolean', enum: [true] };
    case 'number':
      return {
        type: ruleOf(place, 'integer') ? 'integer' : 'number',
        ...boundsOf(place, 'minimum', 'maximum'),
      };
    default:
      return stringOf(place);
  }
}

function reference(place: Described, named: Record<string, JsonSchema>): JsonSchema {
  const title = place.metas?.find(({ component }) => component !== undefined)?.component as string;
  named[title] ??= { title, ...objectOf(place, named) };
  return { $ref: `#/components/schemas/${title}` };
}

function objectOf(place: Described, named: Record<string, JsonSchema>): JsonSchema {
  const entries = Object.entries(place.keys ?? {});
  const required = entries
    .filter(([, field]) => field.flags?.presence === 'required')
    .map(([name]) => name);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field, named)])),
    additionalProperties: false,
  };
  if (required.length > 0) schema.required = required;
  const together = (place.dependencies ?? []).map(violation);
  return together.length === 0 ? schema : { ...schema, ...condition(together) };
}

/** Stated as what may not be, because generators of clients take an allOf or oneOf for types. */
function condition(violations: JsonSchema[]): JsonSchema {
  const [only, ...others] = violations;
  return { not: only && others.length === 0 ? only : { anyOf: violations } };
}

/** or: at least one; xor: exactly one; oxor: at most one. A null counts as absent. */
function violation({ rel, peers }: { rel: string; peers: string[] }): JsonSchema {
  const given = peers.map(
    (peer): JsonSchema => ({ required: [peer], properties: { [peer]: { not: { type: 'null' } } } }),
  );
  const none = { allOf: given.map((peer) => ({ not: peer })) };
  if (rel === 'or') return none;
  if (rel === 'xor') return { anyOf: [none, { allOf: given }] };
  if (rel === 'oxor') return { allOf: given };
  throw new Error(`JSON Schema has no conversion for the relation ${rel}`);
}

function arrayOf(place: Described, named: Record<string, JsonSchema>): JsonSchema {
  const [entry] = place.items ?? [];
  return {
    type: 'array',
    ...(entry && { items: reference(entry, named) }),
    ...boundsOf(place, 'minItems', 'maxItems'),
  };
}

function stringOf(place: Described): JsonSchema {
  if (place.flags?.only)
    return { type: 'string', enum: (place.allow ?? []).filter((value) => value !== null) };
  const regex = ruleOf(place, 'pattern')?.regex;
  return {
    type: 'string',
    ...(typeof regex === 'string' && { pattern: regex.slice(1, -1) }),
    ...boundsOf(place, 'minLength', 'maxLength'),
  };
}

function boundsOf(
  place: Described,
  least: 'minimum' | 'minItems' | 'minLength',
  most: 'maximum' | 'maxItems' | 'maxLength',
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

/** The description of custom rules, which Joi does not describe. */
function metaOf(place: Described): JsonSchema {
  const { messageKeys: _, component: __, ...schema } = Object.assign({}, ...(place.metas ?? []));
  return schema;
}
