/**
 * Generates values that a JSON Schema of the API's description allows, valid values with another
 * field, and the same values with one fault.
 */
import { openapi } from '@rafaga/contract';
import fc from 'fast-check';
import { TODAY } from '../support/saleBody.js';

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

const SCHEMAS = openapi().components.schemas as Record<string, Schema>;
/** An optional field is left out once in this many values: most of them exclude each other. */
const RARELY = 6;
const MOST_ITEMS = 3;

/** Values within patterns, enumerations and bounds; rules between two fields are not kept. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return fromSchema(SCHEMAS[schema.$ref.split('/').at(-1) as string] as Schema);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromSchema));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 1_000, 100_000),
      });
    case 'number':
      return amount(schema);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: MOST_ITEMS,
      });
    case 'string':
      return text(schema);
    default:
      return object(schema);
  }
}

const amount = ({ minimum = 0, maximum = 1_000, exclusiveMinimum }: Schema) =>
  fc
    .integer({
      min: exclusiveMinimum === undefined ? minimum * 100 : exclusiveMinimum * 100 + 1,
      max: maximum * 100,
    })
    .map((cents) => cents / 100);

function text({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date')
    return fc.oneof({ weight: 4, arbitrary: fc.constant(TODAY) }, { weight: 1, arbitrary: aDate });
  if (format === 'email') return fc.emailAddress();
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    minLength: Math.max(minLength, 3),
    maxLength: Math.min(maxLength, 40),
    unit: 'grapheme',
  });
}

const aDate = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const own = fromSchema(schema);
    return [
      name,
      required.includes(name)
        ? own
        : fc.option(own, { freq: RARELY, nil: undefined }).map((value) => value),
    ] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}

/** The same object with one field, its own or another, as its schema allows. */
export const withOneField = (
  value: object,
  { properties = {} }: Schema,
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .constantFrom(...Object.entries(properties))
    .chain(([name, schema]) => fromSchema(schema).map((field) => ({ ...value, [name]: field })));

/** The same value with one place replaced or removed, or with an unknown key beside it. */
export const broken = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.nat(),
      fc.constantFrom('replace', 'remove', 'add'),
      fc.oneof(fc.jsonValue(), fc.constantFrom(...WRONG_VALUES)),
    )
    .map(([at, how, wrong]) => {
      const copy = structuredClone({ value }) as Record<string, unknown>;
      const places = placesOf(copy);
      const [holder, key] = places[at % places.length] as [Record<string, unknown>, string];
      if (how === 'remove' && holder !== copy) delete holder[key];
      else if (how === 'add' && !Array.isArray(holder) && holder !== copy)
        holder[`${key}_${typeof wrong}`] = wrong;
      else holder[key] = wrong;
      return copy.value;
    });

/** Values that often reveal faults. */
const WRONG_VALUES: unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\uffff',
  'á'.repeat(3_000),
  -1,
  0,
  1e308,
  -0,
  0.1 + 0.2,
  1e-11,
  2 ** 53,
  [],
  {},
  [[]],
  null,
  true,
  { length: 1e9 },
];

function placesOf(holder: object): [Record<string, unknown>, string][] {
  return Object.entries(holder).flatMap(([key, value]) => [
    [holder as Record<string, unknown>, key] as [Record<string, unknown>, string],
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ]);
}
