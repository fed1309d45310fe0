/**
 * Short functions that build the schemas of answers, which are not derived from Joi. They admit
 * further properties, so that a client that validates answers accepts those of a newer version.
 */
import type { JsonSchema } from './types.js';

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
export const header = (name: string): { $ref: string } => ({
  $ref: `#/components/headers/${name}`,
});
export const text = (description: string): JsonSchema => ({ type: 'string', description });
export const textOrNull = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  description,
});
/**
 * A schema or null. An enumeration or a list stands beside `null`, not in one list of types with
 * it: several generators of clients lose the null or the entries of the list otherwise.
 */
export function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  const about = description === undefined ? {} : { description };
  if (typeof schema.type === 'string' && schema.enum === undefined && schema.type !== 'array')
    return { ...schema, type: [schema.type, 'null'], ...about };
  return { anyOf: [schema, { type: 'null' }], ...about };
}
/** With its format, because generators take an integer for one of 32 bits otherwise. */
export const DOCUMENT_ID: JsonSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
};
export const money = (description: string): JsonSchema => ({ type: 'number', description });

export const object = (
  title: string,
  properties: Record<string, JsonSchema>,
  optional: readonly string[] = [],
): JsonSchema => ({
  title,
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

export const list = (name: string): JsonSchema => ({ type: 'array', items: ref(name) });
