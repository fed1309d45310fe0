/** The fields of a line of a sale, with the taxes that only some lines have. */
import { AFFECTATION, ISC_SYSTEM, isUnit, type Line } from '@rafaga/fiscal';
import Joi from 'joi';
import { plainLine } from '../characters.js';
import { decimal } from '../decimal.js';
import { LINE_DISCOUNT } from './discounts.js';
import { blockOf, type Fields } from './field.js';
import { list } from './nested.js';
import { percent, price, quantity } from './numberTypes.js';
import { recomputed } from './recomputed.js';
import { matching, oneOf, plain, text, words } from './valueTypes.js';

/** Catalogue 03 is long: the rule checks every code, the description shows only their pattern. */
const unit = () =>
  plain(
    Joi.string()
      .custom((value: string, { error }) => (isUnit(value) ? value : error('string.pattern.base')))
      .meta({
        messageKeys: { 'string.pattern.base': 'unit', 'string.empty': 'unit' },
        pattern: '^[A-Z0-9]{2,3}$',
      }),
    (value) => typeof value === 'string' && isUnit(value),
  );

/** Zero means that the line has no ISC. With neither, one is missing, which the rules report. */
const hasIsc = ({ tip_sis_isc, isc, porcentaje_isc }: Fields): boolean =>
  Boolean(tip_sis_isc) && (Boolean(isc || porcentaje_isc) || isAbsent(isc ?? porcentaje_isc));

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** An amount of zero means that the line has no bags, with any factor. */
const hasBags = ({ icbper, factor_icbper }: Fields): boolean =>
  icbper !== 0 && Boolean(icbper || factor_icbper);

const decimalIf = (counts: boolean, value: unknown): string | undefined =>
  counts ? decimal(value as number) : undefined;

export const ITEM = blockOf<Line>({
  name: 'Item',
  entry: 'La línea',
  fields: [
    {
      wire: 'codigo',
      type: text(30, plainLine),
      sale: 'code',
      label: 'El código',
      description: 'Código propio del producto.',
    },
    {
      wire: 'cod_producto_sunat',
      type: matching(/^\d{8}$/, 'sunat_code'),
      sale: 'sunatCode',
      label: 'El código de producto SUNAT',
      description: 'Código de producto SUNAT (UNSPSC), 8 dígitos.',
    },
    {
      wire: 'descripcion',
      type: words(500),
      required: true,
      sale: 'description',
      label: 'La descripción',
      description: 'Descripción del bien o servicio.',
    },
    {
      wire: 'unidad',
      type: unit(),
      required: true,
      sale: 'unit',
      label: 'La unidad',
      description: 'Unidad de medida, catálogo 03 de SUNAT: NIU para productos, ZZ para servicios.',
    },
    {
      wire: 'cantidad',
      type: quantity(),
      required: true,
      sale: 'quantity',
      label: 'La cantidad',
      description: 'Cantidad, mayor que cero. Se conservan 10 decimales.',
    },
    {
      wire: 'precio_unitario',
      type: price(),
      required: true,
      sale: 'unitPrice',
      label: 'El precio unitario',
      description:
        'Precio de una unidad, con punto decimal y sin símbolos. Incluye el IGV o no ' +
        'según la configuración de la empresa (de inicio, los incluye). Se conservan 10 ' +
        'decimales.',
    },
    {
      wire: 'mto_valor_unitario',
      type: price(),
      sale: 'unitValue',
      label: 'El valor unitario',
      description:
        'Valor de una unidad sin IGV ni otros tributos, o valor referencial de una línea ' +
        'gratuita. Debe concordar con el precio unitario, que es 0 en una línea gratuita de ' +
        'exportación (40) o de arroz (17).',
    },
    {
      wire: 'tip_afe_igv',
      type: oneOf(...Object.keys(AFFECTATION)),
      sale: 'affectation',
      otherwise: '10',
      label: 'El tipo de afectación del IGV',
      description: 'Afectación al IGV, catálogo 07 de SUNAT. Si se omite, 10 (gravado).',
    },
    {
      wire: 'porcentaje_igv',
      type: percent(),
      sale: 'igvPercent',
      label: 'El porcentaje del IGV',
      description:
        'Porcentaje del IGV. Si se omite, el de otro ítem que lo lleve (el de uno gratuito, si ' +
        'ninguno de pago lo lleva), o el vigente; en el NRUS (0113), 0.',
    },
    {
      wire: 'descuentos',
      type: list(LINE_DISCOUNT, { most: 20 }),
      sale: 'allowances',
      label: 'Los descuentos',
      description: 'Descuentos de la línea.',
    },
    {
      wire: 'isc',
      type: price(),
      sale: 'isc.amount',
      from: (line) => decimalIf(hasIsc(line), line.isc),
      label: 'El ISC',
      description: 'Importe del ISC de la línea, sin IGV.',
      record: { after: 'porcentaje_isc' },
    },
    {
      wire: 'porcentaje_isc',
      type: price(),
      sale: 'isc.percent',
      from: (line) => decimalIf(hasIsc(line) && line.porcentaje_isc !== 0, line.porcentaje_isc),
      label: 'El porcentaje del ISC',
      description: 'Porcentaje del ISC.',
      record: { after: 'tip_sis_isc' },
    },
    {
      wire: 'tip_sis_isc',
      type: oneOf(...Object.keys(ISC_SYSTEM)),
      sale: 'isc.system',
      from: (line) => (hasIsc(line) ? line.tip_sis_isc : undefined),
      label: 'El sistema del ISC',
      description:
        'Sistema de cálculo del ISC, catálogo 08 de SUNAT. Obligatorio si la línea lleva ISC.',
    },
    {
      wire: 'icbper',
      type: price(),
      sale: 'icbper.amount',
      from: (line) => decimalIf(hasBags(line), line.icbper),
      label: 'El ICBPER',
      description: 'Impuesto a las bolsas plásticas de la línea; no lleva IGV.',
      record: { after: 'factor_icbper' },
    },
    {
      wire: 'factor_icbper',
      type: price(),
      sale: 'icbper.perBag',
      from: (line) => decimalIf(hasBags(line) && line.factor_icbper !== 0, line.factor_icbper),
      label: 'El factor del ICBPER',
      description: 'Impuesto por bolsa, que no lleva IGV. Si se omite, el vigente.',
    },
    recomputed('mto_valor_venta', 'El valor de venta', 'Valor de venta de la línea, sin IGV.'),
    recomputed('mto_base_igv', 'La base del IGV', 'Base del IGV de la línea: sin IGV, con ISC.'),
    recomputed('igv', 'El IGV', 'IGV de la línea.'),
    recomputed(
      'total_impuestos',
      'El total de impuestos',
      'Tributos de la línea: IGV, ISC e ICBPER.',
    ),
  ],
});
