/**
 * The additional blocks of a document: what was paid before, what is withheld, what it refers to.
 */
import { PERCEPTION } from '@rafaga/fiscal';
import Joi from 'joi';
import { always, amount, date, matching, oneOf, payment, percent, text, words } from './scalars.js';

export const instalment = Joi.object({
  monto: payment().required(),
  fecha_pago: date().required(),
});

/**
 * Either tipo_doc, serie, correlativo and monto, or tipo_doc_rel, nro_doc_rel and total. A printed
 * document's series may be shorter.
 */
export const advance = Joi.object({
  tipo_doc: matching(/^\d{2}$/, 'two_digits'),
  serie: matching(/^[A-Z0-9]{1,4}$/, 'series'),
  correlativo: matching(/^\d{1,8}$/, 'whole_number'),
  monto: amount(),
  tipo_doc_rel: matching(/^\d{2}$/, 'two_digits'),
  nro_doc_rel: matching(/^[A-Z0-9]{1,4}-\d{1,8}$/, 'joined_number'),
  total: amount(),
})
  .xor('tipo_doc', 'tipo_doc_rel')
  .xor('serie', 'nro_doc_rel')
  .xor('correlativo', 'nro_doc_rel')
  .xor('monto', 'total');

export const detraction = Joi.object({
  cod_bien: matching(/^\d{3}$/, 'three_digits').required(),
  porcentaje: percent().required(),
  cta_banco: words(20).required(),
  cod_medio_pago: matching(/^\d{3}$/, 'three_digits').allow(null),
  monto: amount().required(),
  tipo_operacion: matching(/^\d{4}$/, 'four_digits'),
});

/** As catalogue 22 names them, or catalogue 53. */
const REGIMES = [
  ...Object.values(PERCEPTION).map(({ regime }) => regime),
  ...Object.keys(PERCEPTION),
];

/** Either cod_regimen, monto and base, or cod_reg, mto, mto_base and mto_total. */
export const perception = Joi.object({
  cod_regimen: oneOf(...REGIMES),
  cod_reg: oneOf(...REGIMES),
  porcentaje: percent(),
  monto: amount(),
  mto: amount(),
  base: amount(),
  mto_base: amount(),
  mto_total: amount(),
})
  .xor('cod_regimen', 'cod_reg')
  .xor('monto', 'mto')
  .xor('base', 'mto_base');

export const guide = Joi.object({
  tipo_doc: oneOf('09', '31').required(),
  nro_doc: matching(/^\S{1,30}$/, 'guide_number').required(),
});

export const legend = Joi.object({
  code: matching(/^\d{4}$/, 'four_digits').required(),
  value: words(200).required(),
});

export const paid = Joi.object({
  metodo: words(50).required(),
  monto: payment().required(),
  referencia: text(100),
  monto_recibido: amount(),
  notas: text(255),
});

export const collaboration = Joi.object({
  numero: words(50).required(),
  tipo: oneOf('1', '2').required(),
  descripcion: words(250).required(),
  porcentaje: Joi.number()
    .min(0)
    .max(99.99)
    .required()
    .meta({ says: always('percent') }),
});
