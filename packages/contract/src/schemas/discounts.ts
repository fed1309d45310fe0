/** Discounts of a line and of the whole document. */
import Joi from 'joi';
import { amount, factor, matching, oneOf, percent } from './scalars.js';

/**
 * Catalogue 53 as far as lines use it: the discounts 00, which lowers the taxable base, and 01,
 * which does not; the charges 47 and 48.
 */
export const LINE_DISCOUNTS = ['00', '01', '47', '48'];

const given = { isPresent: (value: unknown) => value !== undefined && value !== null };

export const discount = Joi.object({
  cod_tipo: oneOf(...LINE_DISCOUNTS),
  monto: amount(),
  monto_base: amount().allow(null),
  factor: factor(),
  porcentaje: percent().allow(null),
})
  .or('monto', 'factor', 'porcentaje', given)
  .oxor('factor', 'porcentaje', given)
  .meta({ says: { 'object.missing': 'discount_amount' } });

export const globalDiscount = Joi.object({
  cod_tipo: matching(/^\d{2}$/, 'two_digits').required(),
  monto: amount().required(),
  monto_base: amount().allow(null),
  factor: factor(),
  porcentaje: percent().allow(null),
}).oxor('factor', 'porcentaje', given);
