/** The value types of fields that contain a text or a boolean, with schema and fast predicate. */
import Joi from 'joi';
import { hasForbidden, isBlank, longerThan, oneLine, shorterThan } from '../characters.js';
import { decimal } from '../decimal.js';
import type { MessageKey } from '../messages.js';
import type { MessageKeys, ValueType } from './field.js';

const same = (value: unknown): unknown => value;

/** A value that the `Sale` and the record hold as it was sent. */
export const plain = (schema: Joi.Schema, accepts: ValueType['accepts']): ValueType => ({
  schema,
  accepts,
  toSale: same,
  toRecord: same,
});

/** A number that the `Sale` holds as exact decimal text of at most `places` decimals. */
export const exact = (
  schema: Joi.Schema,
  accepts: ValueType['accepts'],
  places?: number,
): ValueType => ({
  schema,
  accepts,
  toSale: (value) => decimal(value as number, places),
  toRecord: Number,
});

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && !longerThan(value, most) && !hasForbidden(value);

/** Optional text; blank text counts as absent. */
export const text = (most: number, clean: (text: string) => string = oneLine): ValueType => ({
  schema: Joi.string()
    .allow('')
    .custom((value: string, { error }) =>
      longerThan(value, most) ? error('string.max', { limit: most }) : value,
    )
    .meta({ maxLength: most }),
  accepts: (value) => isText(value, most),
  toSale: (value) => (isBlank(value as string) ? undefined : clean(value as string)),
  toRecord: same,
});

interface Words {
  least?: number;
  clean?: (text: string) => string;
  /** What the text must contain, with the message for one that does not. */
  part?: { pattern: RegExp; key: MessageKey };
}

/** Text of which something is printed. */
export const words = (
  most: number,
  { least = 1, clean = oneLine, part }: Words = {},
): ValueType => ({
  schema: Joi.string()
    .custom((value: string, { error }) => {
      if (isBlank(value)) return error('string.empty');
      if (shorterThan(value, least)) return error('string.min', { limit: least });
      if (part && !part.pattern.test(value)) return error('string.pattern.base');
      return longerThan(value, most) ? error('string.max', { limit: most }) : value;
    })
    .meta({
      minLength: least,
      maxLength: most,
      pattern: part?.pattern.source ?? '\\S',
      ...(part && { messageKeys: { 'string.pattern.base': part.key } }),
    }),
  accepts: (value) =>
    isText(value, most) &&
    !isBlank(value) &&
    !shorterThan(value, least) &&
    (!part || part.pattern.test(value)),
  toSale: (value) => clean(value as string),
  toRecord: same,
});

export const matching = (pattern: RegExp, key: MessageKey): ValueType =>
  plain(
    Joi.string()
      .pattern(pattern)
      .custom((value: string, { error }) => (isBlank(value) ? error('string.pattern.base') : value))
      .meta({ messageKeys: { 'string.pattern.base': key, 'string.empty': key } }),
    (value) =>
      typeof value === 'string' && pattern.test(value) && !isBlank(value) && !hasForbidden(value),
  );

export const oneOf = (...values: string[]): ValueType =>
  plain(
    Joi.string()
      .valid(...values)
      .meta({ messageKeys: { 'string.empty': 'one_of' } satisfies MessageKeys }),
    (value) => typeof value === 'string' && values.includes(value),
  );

/** An e-mail address; the predicate accepts common ones, and Joi validates all others. */
const COMMON_EMAIL =
  /^[A-Za-z0-9_-]+(?:[.+][A-Za-z0-9_-]+)*@[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:\.[A-Za-z]{2,10})+$/;

export const email = (): ValueType =>
  plain(
    Joi.string()
      .email({ tlds: { allow: false } })
      .custom((value: string, { error }) =>
        value.includes('\u0085') ? error('string.email') : value,
      )
      .max(254)
      .meta({ messageKeys: { 'string.empty': 'email' }, format: 'email' }),
    (value) => typeof value === 'string' && value.length <= 60 && COMMON_EMAIL.test(value),
  );

/** True; an absent field means the same. */
export const onlyTrue = (key: MessageKey): ValueType =>
  plain(
    Joi.boolean()
      .valid(true)
      .meta({ messageKeys: { 'any.only': key, 'boolean.base': key } }),
    (value) => value === true,
  );

/** Any JSON object; `collectFaults` scans its content. */
export const anyObject = (): ValueType => plain(Joi.object().unknown(), () => false);
