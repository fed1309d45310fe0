/** The kinds of value that a field may hold, as Joi schemas. Errors name a row of MESSAGES. */
import Joi from 'joi';
import { longerThan } from '../characters.js';
import type { MessageKey } from '../messages.js';
import { isAmount, isDate, isPrice, isQuantity } from '../numbers.js';

/** Joi's own error types, as rows of MESSAGES; a schema overrides what it can say better. */
const BY_TYPE = {
  'any.required': 'required',
  'any.only': 'one_of',
  'string.base': 'text',
  'string.empty': 'blank',
  'string.max': 'long',
  'string.min': 'short',
  'string.email': 'email',
  'number.base': 'number',
  'number.infinity': 'infinite',
  'number.unsafe': 'large',
  'boolean.base': 'boolean',
  'object.base': 'object',
  'object.unknown': 'unknown',
  'object.missing': 'required',
  'object.xor': 'alias_twice',
  'object.oxor': 'discount_twice',
  'object.and': 'required',
  'array.base': 'array',
  'array.min': 'few',
  'array.max': 'many',
} as const satisfies Record<string, MessageKey>;

/** What every judgement of this package is asked for; part of the schemas, because Joi compiles it anew when it is an argument. */
export const judging = <S extends Joi.Schema>(schema: S): S =>
  schema.prefs({ abortEarly: false, convert: false, messages: BY_TYPE, errors: { label: false } });

/** Says the same row for every way in which a number can be wrong. */
const always = (key: MessageKey) =>
  Object.fromEntries(
    ['number.base', 'number.infinity', 'number.unsafe', 'number.min', 'number.max', 'number.greater', 'number.integer'].map((type) => [
      type,
      key,
    ]),
  );

/** Optional text, where '' is as good as nothing. */
export const text = (most: number): Joi.StringSchema =>
  Joi.string()
    .allow('')
    .custom((value: string, { error }) => (longerThan(value, most) ? error('string.max', { limit: most }) : value))
    .meta({ maxLength: most });

/** Text that says something: not only blanks. */
export const words = (most: number, least = 1): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, { error }) => {
      const said = value.trim();
      if (said === '') return error('string.empty');
      if (said.length < least) return error('string.min', { limit: least });
      return longerThan(value, most) ? error('string.max', { limit: most }) : value;
    })
    .meta({ minLength: least, maxLength: most });

export const matching = (pattern: RegExp, key: MessageKey): Joi.StringSchema =>
  Joi.string().pattern(pattern).messages({ 'string.pattern.base': key, 'string.empty': key });

export const oneOf = (...values: string[]): Joi.StringSchema =>
  Joi.string()
    .valid(...values)
    .messages({ 'string.empty': 'one_of' });

export const date = (): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, { error }) => (isDate(value) ? value : error('string.isoDate')))
    .messages({ 'string.isoDate': 'date', 'string.empty': 'date', 'string.base': 'date' })
    .meta({ format: 'date' });

/** More than nothing, with ten decimals: what is beyond them is rounded. */
export const quantity = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) => (isQuantity(value) ? value : error(value > 1 ? 'number.unsafe' : 'number.greater')))
    .messages({ ...always('positive'), 'number.unsafe': 'large' })
    .meta({ exclusiveMinimum: 0, exclusiveMaximum: 1e12 });

/** Zero or more, with ten decimals. */
export const price = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) => (isPrice(value) ? value : error(value > 1 ? 'number.unsafe' : 'number.min')))
    .messages({ ...always('not_negative'), 'number.unsafe': 'large' })
    .meta({ minimum: 0, exclusiveMaximum: 1e12 });

/** Money: zero or more, to the céntimo. */
export const amount = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) => {
      if (isAmount(value)) return value;
      return error(value < 0 ? 'number.min' : value >= 1e12 ? 'number.unsafe' : 'number.precision');
    })
    .messages({ ...always('not_negative'), 'number.unsafe': 'large', 'number.precision': 'cents' })
    .meta({ minimum: 0, exclusiveMaximum: 1e12, multipleOf: 0.01 });

/** Money that is not nothing. */
export const payment = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) => {
      if (isAmount(value) && value > 0) return value;
      return error(value <= 0 ? 'number.greater' : value >= 1e12 ? 'number.unsafe' : 'number.precision');
    })
    .messages({ ...always('positive'), 'number.unsafe': 'large', 'number.precision': 'cents' })
    .meta({ exclusiveMinimum: 0, exclusiveMaximum: 1e12, multipleOf: 0.01 });

/** A total that is accepted and computed again: any number that is not negative. */
export const recomputed = (): Joi.NumberSchema => Joi.number().min(0).unsafe().messages(always('not_negative')).meta({ ignored: true });

export const percent = (): Joi.NumberSchema => Joi.number().min(0).max(100).messages(always('percent'));

export const factor = (): Joi.NumberSchema => Joi.number().min(0).max(1).messages(always('factor'));

export const list = (entry: Joi.Schema, most: number): Joi.ArraySchema => Joi.array().items(entry).max(most);
