/** The whole body of an issuance, one schema a kind. */
import type { Kind } from '@rafaga/fiscal';
import Joi from 'joi';
import {
  advance,
  collaboration,
  detraction,
  guide,
  instalment,
  legend,
  paid,
  perception,
} from './blocks.js';
import { client } from './client.js';
import { globalDiscount } from './discounts.js';
import { item } from './item.js';
import { always, date, list, matching, oneOf, recomputed, text } from './scalars.js';

export const SERIES = {
  boleta: /^B[A-Z0-9]{3}$/,
  factura: /^F[A-Z0-9]{3}$/,
} as const satisfies Record<Kind, RegExp>;
export const MOST_ITEMS = 500;
/** Three digits are what SUNAT gives their names. */
export const MOST_INSTALMENTS = 999;
/** Two digits are what SUNAT gives the identifier of a payment in advance. */
const MOST_ADVANCES = 99;
export const MOST_NUMBER = 99_999_999;

const fields = (kind: Kind) => ({
  serie: matching(SERIES[kind], `series_${kind}`).required(),
  correlativo: Joi.number()
    .integer()
    .min(1)
    .max(MOST_NUMBER)
    .allow(null)
    .meta({ says: { ...always('integer'), 'number.unsafe': 'integer' } }),
  fecha_emision: date().required(),
  fecha_vencimiento: date().allow(null),
  tipo_operacion: matching(/^\d{4}$/, 'four_digits'),
  tipo_moneda: oneOf('PEN', 'USD', 'EUR'),
  forma_pago: oneOf('Contado', 'Credito'),
  cod_local: matching(/^\d{4}$/, 'four_digits').allow(null),
  cliente: client.required(),
  observacion: text(500),
  cuotas: list(instalment, MOST_INSTALMENTS),
  anticipos: list(advance, MOST_ADVANCES),
  descuentos_globales: list(globalDiscount, 20),
  detraccion: detraction,
  percepcion: perception,
  guias: list(guide, 100),
  leyenda: text(200),
  leyendas: list(legend, 30),
  pagos: list(paid, 50),
  contrato_colaboracion: collaboration,
  enviar_automatico: Joi.boolean()
    .valid(true)
    .meta({ says: { 'any.only': 'send_later', 'boolean.base': 'send_later' } }),
  extras: Joi.object().unknown(),
  mto_igv: recomputed(),
  mto_imp_venta: recomputed(),
  mto_oper_exoneradas: recomputed(),
  mto_oper_exportacion: recomputed(),
  mto_oper_gratuitas: recomputed(),
  mto_oper_gravadas: recomputed(),
  mto_oper_inafectas: recomputed(),
  sub_total: recomputed(),
  sum_otros_descuentos: recomputed(),
  total_anticipos: recomputed(),
  total_descuentos: recomputed(),
  total_impuestos: recomputed(),
  valor_venta: recomputed(),
});

const items = Joi.array().min(1).max(MOST_ITEMS).required();

/**
 * All but what stands inside `items`: its entries are judged one by one, most of them without Joi.
 */
export const HEADER = {
  boleta: judging(Joi.object({ ...fields('boleta'), items })),
  factura: judging(Joi.object({ ...fields('factura'), items })),
} as const satisfies Record<Kind, Joi.ObjectSchema>;

export const LINE = judging(item);

/** The body as one schema: what the OpenAPI description is made from. */
export const DOCUMENT = {
  boleta: Joi.object({ ...fields('boleta'), items: items.items(item) }),
  factura: Joi.object({ ...fields('factura'), items: items.items(item) }),
} as const satisfies Record<Kind, Joi.ObjectSchema>;

/**
 * What every judgement is asked for. Part of the schemas, because Joi prepares it anew when it is
 * an argument; the messages are ours.
 */
function judging(schema: Joi.ObjectSchema): Joi.ObjectSchema {
  return schema.prefs({ abortEarly: false, convert: false, errors: { render: false } });
}
