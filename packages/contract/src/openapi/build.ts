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
