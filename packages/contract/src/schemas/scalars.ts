/** The kinds of value that a field may hold, as Joi schemas. */
import Joi from 'joi';
import { longerThan } from '../characters.js';
import type { MessageKey } from '../messages.js';
import { isAmount, isDate, isPrice, isQuantity } from '../numbers.js';

/**
 * Rows of MESSAGES by Joi's error type. They travel as `meta`: Joi would compile messages of its
 * own at every call.
 */
export type MessageKeys = Record<string, MessageKey>;

/** Says the same row for every way in which a number can be wrong. */
export const always = (key: MessageKey): MessageKeys =>
  Object.fromEntries(
    [
      'number.base',
      'number.infinity',
      'number.unsafe',
      'number.min',
      'number.max',
      'number.greater',
      'number.integer',
    ].map((type) => [type, key]),
  );

/** Optional text, where '' is as good as nothing. */
export const text = (most: number): Joi.StringSchema =>
  Joi.string()
    .allow('')
    .custom((value: string, { error }) =>
      longerThan(value, most) ? error('string.max', { limit: most }) : value,
    )
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
    .meta({ minLength: least, maxLength: most, pattern: '\\S' });

export const matching = (pattern: RegExp, key: MessageKey): Joi.StringSchema =>
  Joi.string()
    .pattern(pattern)
    .meta({ says: { 'string.pattern.base': key, 'string.empty': key } });

export const oneOf = (...values: string[]): Joi.StringSchema =>
  Joi.string()
    .valid(...values)
    .meta({ says: { 'string.empty': 'one_of' } });

export const date = (): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, { error }) => (isDate(value) ? value : error('string.isoDate')))
    .meta({
      says: { 'string.isoDate': 'date', 'string.empty': 'date', 'string.base': 'date' },
      format: 'date',
    });

/** More than nothing, with ten decimals: what is beyond them is rounded. */
export const quantity = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) =>
      isQuantity(value) ? value : error(value > 1 ? 'number.unsafe' : 'number.greater'),
    )
    .meta({
      says: { ...always('positive'), 'number.unsafe': 'large' },
      exclusiveMinimum: 0,
      exclusiveMaximum: 1e12,
    });

/** Zero or more, with ten decimals. */
export const price = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) =>
      isPrice(value) ? value : error(value > 1 ? 'number.unsafe' : 'number.min'),
    )
    .meta({
      says: { ...always('not_negative'), 'number.unsafe': 'large' },
      minimum: 0,
      exclusiveMaximum: 1e12,
    });

/** Money: zero or more, to the céntimo. */
export const amount = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) => {
      if (isAmount(value)) return value;
      return error(value < 0 ? 'number.min' : value >= 1e12 ? 'number.unsafe' : 'number.precision');
    })
    .meta({
      says: { ...always('not_negative'), 'number.unsafe': 'large', 'number.precision': 'cents' },
      minimum: 0,
      exclusiveMaximum: 1e12,
    });

/** Money that is not nothing. */
export const payment = (): Joi.NumberSchema =>
  Joi.number()
    .custom((value: number, { error }) => {
      if (isAmount(value) && value > 0) return value;
      return error(
        value <= 0 ? 'number.greater' : value >= 1e12 ? 'number.unsafe' : 'number.precision',
      );
    })
    .meta({
      says: { ...always('positive'), 'number.unsafe': 'large', 'number.precision': 'cents' },
      exclusiveMinimum: 0,
      exclusiveMaximum: 1e12,
    });

/** A total that is accepted and computed again: any number that is not negative. */
export const recomputed = (): Joi.NumberSchema =>
  Joi.number()
    .min(0)
    .unsafe()
    .meta({ says: always('not_negative'), ignored: true });

export const percent = (): Joi.NumberSchema =>
  Joi.number()
    .min(0)
    .max(100)
    .meta({ says: always('percent') });

export const factor = (): Joi.NumberSchema =>
  Joi.number()
    .min(0)
    .max(1)
    .meta({ says: always('factor') });

export const list = (entry: Joi.Schema, most: number): Joi.ArraySchema =>
  Joi.array().items(entry).max(most);
