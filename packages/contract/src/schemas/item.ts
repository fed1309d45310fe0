/**
 * One line of the document, with what the law asks of retailers beside the specification's eight
 * fields.
 */
import { AFFECTATION, ISC_SYSTEM, isUnit } from '@rafaga/fiscal';
import Joi from 'joi';
import { discount } from './discounts.js';
import {
  list,
  matching,
  oneOf,
  percent,
  price,
  quantity,
  recomputed,
  text,
  words,
} from './scalars.js';

export const AFFECTATIONS: readonly string[] = Object.keys(AFFECTATION);

export const SUNAT_CODE = /^\d{8}$/;
export const ISC_SYSTEMS = Object.keys(ISC_SYSTEM);
export const MOST_DISCOUNTS = 20;

/** Catalogue 03 is long: the description shows its shape, the parser knows its codes. */
const unit = Joi.string()
  .custom((value: string, { error }) => (isUnit(value) ? value : error('string.pattern.base')))
  .meta({
    says: { 'string.pattern.base': 'unit', 'string.empty': 'unit' },
    pattern: '^[A-Z0-9]{2,3}$',
  });

export const item = Joi.object({
  codigo: text(30),
  cod_producto_sunat: matching(SUNAT_CODE, 'sunat_code'),
  descripcion: words(500).required(),
  unidad: unit.required(),
  cantidad: quantity().required(),
  precio_unitario: price().required(),
  mto_valor_unitario: price(),
  tip_afe_igv: oneOf(...AFFECTATIONS),
  porcentaje_igv: percent(),
  descuentos: list(discount, MOST_DISCOUNTS),
  isc: price(),
  porcentaje_isc: price(),
  tip_sis_isc: oneOf(...ISC_SYSTEMS),
  icbper: price(),
  factor_icbper: price(),
  mto_valor_venta: recomputed(),
  mto_base_igv: recomputed(),
  igv: recomputed(),
  total_impuestos: recomputed(),
});
