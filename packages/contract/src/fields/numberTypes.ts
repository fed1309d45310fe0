/** The value types of fields that contain a number or a date. */
import Joi from 'joi';
import type { MessageKey } from '../messages.js';
import { isAmount, isDate, isFactor, isPercent, isPrice, isQuantity, isTotal } from '../numbers.js';
import type { MessageKeys, ValueType } from './field.js';
import { exact, plain } from './valueTypes.js';

/** A number has at most twelve digits before the point. */
const TOO_LARGE = 1e12;

/** The same message for every error of a number. */
const always = (key: MessageKey): MessageKeys =>
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

export const date = (): ValueType =>
  plain(
    Joi.string()
      .custom((value: string, { error }) => (isDate(value) ? value : error('string.isoDate')))
      .meta({
        messageKeys: { 'string.isoDate': 'date', 'string.empty': 'date', 'string.base': 'date' },
        format: 'date',
      }),
    isDate,
  );

/** An integer from 1 to `most`. */
export const integer = (most: number): ValueType =>
  plain(
    Joi.number()
      .integer()
      .min(1)
      .max(most)
      .meta({ messageKeys: { ...always('integer'), 'number.unsafe': 'integer' } }),
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most,
  );

/** More than zero, with ten decimals: further decimals are rounded. */
export const quantity = (): ValueType =>
  exact(
    Joi.number()
      .custom((value: number, { error }) =>
        isQuantity(value) ? value : error(value > 1 ? 'number.unsafe' : 'number.greater'),
      )
      .meta({
        messageKeys: { ...always('positive'), 'number.unsafe': 'large' },
        exclusiveMinimum: 0,
        exclusiveMaximum: TOO_LARGE,
      }),
    isQuantity,
  );

/** Zero or more, with ten decimals. */
export const price = (): ValueType =>
  exact(
    Joi.number()
      .custom((value: number, { error }) =>
        isPrice(value) ? value : error(value > 1 ? 'number.unsafe' : 'number.min'),
      )
      .meta({
        messageKeys: { ...always('not_negative'), 'number.unsafe': 'large' },
        minimum: 0,
        exclusiveMaximum: TOO_LARGE,
      }),
    isPrice,
  );

/** The error of an amount that is not too small. */
const moneyFault = (value: number): 'number.unsafe' | 'number.precision' =>
  value >= TOO_LARGE ? 'number.unsafe' : 'number.precision';

/** @param small the message of an amount that is too small */
const moneyMessages = (small: MessageKey): MessageKeys => ({
  ...always(small),
  'number.unsafe': 'large',
  'number.precision': 'cents',
});

/** Money: zero or more, to the céntimo. */
export const amount = (): ValueType =>
  exact(
    Joi.number()
      .custom((value: number, { error }) => {
        if (isAmount(value)) return value;
        return error(value < 0 ? 'number.min' : moneyFault(value));
      })
      .meta({
        messageKeys: moneyMessages('not_negative'),
        minimum: 0,
        exclusiveMaximum: TOO_LARGE,
      }),
    isAmount,
    2,
  );

const isPayment = (value: unknown): value is number => isAmount(value) && value >= 0.01;

/** Money that is more than zero. */
export const payment = (): ValueType =>
  exact(
    Joi.number()
      .custom((value: number, { error }) => {
        if (isPayment(value)) return value;
        return error(value <= 0 ? 'number.greater' : moneyFault(value));
      })
      .meta({
        messageKeys: moneyMessages('positive'),
        exclusiveMinimum: 0,
        exclusiveMaximum: TOO_LARGE,
      }),
    isPayment,
    2,
  );

/** A total that is accepted and computed again: any number that is not negative. */
export const total = (): ValueType =>
  plain(
    Joi.number()
      .min(0)
      .unsafe()
      .meta({ messageKeys: always('not_negative') }),
    isTotal,
  );

/** @param places further decimals are rounded; default ten */
export const percent = (most = 100, places?: number): ValueType =>
  exact(
    Joi.number()
      .min(0)
      .max(most)
      .meta({ messageKeys: always(most < 100 ? 'percent_below' : 'percent') }),
    (value) => isPercent(value) && value <= most,
    places,
  );

export const factor = (): ValueType =>
  exact(
    Joi.number()
      .min(0)
      .max(1)
      .meta({ messageKeys: always('factor') }),
    isFactor,
  );
