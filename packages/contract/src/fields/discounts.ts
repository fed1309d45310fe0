/** The fields of discounts, of a line and of the whole document. */
import { ALLOWANCE, type Allowance, type AllowanceRow } from '@rafaga/fiscal';
import { decimal, hundredth } from '../decimal.js';
import { type DiscountAmounts, percentUnitOf } from '../percentUnit.js';
import { type Block, blockOf, type Field, type Fields, type ValueType } from './field.js';
import { list } from './nested.js';
import { amount, factor, percent } from './numberTypes.js';
import { oneOf } from './valueTypes.js';

/** The codes of catalogue 53 that a line, or the document, may have. */
const codesOf = (level: AllowanceRow['level']): string[] =>
  Object.keys(ALLOWANCE)
    .filter((code) => ALLOWANCE[code]?.level === level && ALLOWANCE[code]?.offered)
    .toSorted();

const MONTO = {
  wire: 'monto',
  type: amount(),
  sale: 'amount',
  label: 'El monto',
  description:
    'Monto del descuento o cargo. Sin IGV con los códigos 00, 47, 02, 49, 04, 05, 06 y 20, ' +
    'aunque los precios lo incluyan; con IGV con 01, 48, 03, 45, 46, 50, 62 y 63.',
  record: { after: 'monto_base' },
} as const satisfies Field;

const MONTO_BASE = {
  wire: 'monto_base',
  type: amount(),
  sale: 'base',
  label: 'El monto base',
  description:
    'Base sobre la que se calcula, sin IGV o con IGV como el monto, con 2 decimales como máximo. ' +
    'Si se omite, o es 0, la de la línea o del comprobante.',
  // serializers write 0 for what was not set: a share of it would be no discount
  from: ({ monto_base }) => (monto_base === 0 ? undefined : decimal(monto_base as number)),
  record: { after: 'factor' },
} as const satisfies Field;

const FACTOR = {
  wire: 'factor',
  type: factor(),
  sale: 'factor',
  label: 'El factor',
  description: 'Parte de la base, de 0 a 1.',
} as const satisfies Field;

/** A percent becomes the factor of the sale, which may be sent in its place. */
const PORCENTAJE = {
  wire: 'porcentaje',
  type: percent(),
  sale: 'factor',
  aliasOf: 'factor',
  label: 'El porcentaje',
  record: false,
} as const satisfies Omit<Field, 'description'>;

export const LINE_DISCOUNT: Block = blockOf<Allowance>({
  name: 'DescuentoDeLinea',
  entry: 'El descuento',
  relations: [
    { rel: 'or', peers: ['monto', 'factor', 'porcentaje'] },
    { rel: 'oxor', peers: ['factor', 'porcentaje'] },
  ],
  messageKeys: { 'object.missing': 'discount_amount' },
  fields: [
    {
      wire: 'cod_tipo',
      type: oneOf(...codesOf('line')),
      sale: 'code',
      otherwise: '00',
      label: 'El código del descuento',
      description:
        '00: descuento que afecta la base del IGV (si se omite). 01: que no la afecta. 47 y ' +
        '48: lo mismo, como cargo.',
    },
    MONTO,
    MONTO_BASE,
    FACTOR,
    {
      ...PORCENTAJE,
      description: 'Porcentaje, de 0 a 100, en lugar del factor.',
      from: ({ porcentaje }) => hundredth(porcentaje as number),
    },
  ],
});

const GLOBAL_DISCOUNT: Block = blockOf<Allowance>({
  name: 'DescuentoGlobal',
  entry: 'El descuento',
  relations: [{ rel: 'oxor', peers: ['factor', 'porcentaje'] }],
  fields: [
    {
      wire: 'cod_tipo',
      type: oneOf(...codesOf('document')),
      required: true,
      sale: 'code',
      label: 'El código del descuento',
      description:
        'Catálogo 53 de SUNAT: 02 afecta la base del IGV, 03 no la afecta; 04, 05, 06 y 20, ' +
        'anticipos; 45, 46, 49 y 50, cargos; 62 y 63, retenciones.',
    },
    { ...MONTO, required: true },
    MONTO_BASE,
    FACTOR,
    {
      ...PORCENTAJE,
      description:
        'Porcentaje, de 0 a 100. De 0 a 1 se entiende por el monto y la monto_base; para no ' +
        'dejar dudas envía el factor.',
      from: factorOf,
    },
  ],
});

/** The list of them, with what `porcentaje` says when its unit is unknown. */
export const globalDiscounts = (): ValueType => {
  const type = list(GLOBAL_DISCOUNT, { most: 20 });
  return {
    ...type,
    toSale: (value, body) =>
      (type.toSale(value, body) as Allowance[]).map((allowance, i) => ({
        ...allowance,
        ...shareOf((value as Fields[])[i] as Fields),
      })),
  };
};

function shareOf(discount: Fields): Pick<Allowance, 'share'> {
  const { porcentaje } = discount as DiscountAmounts;
  return porcentaje && percentUnitOf(discount as DiscountAmounts) === 'unknown'
    ? { share: decimal(porcentaje) }
    : {};
}

function factorOf(discount: Fields): string | undefined {
  const porcentaje = discount.porcentaje as number;
  const unit = percentUnitOf(discount as DiscountAmounts);
  if (unit === 'unknown') return undefined;
  return unit === 'factor' ? decimal(porcentaje) : hundredth(porcentaje);
}
