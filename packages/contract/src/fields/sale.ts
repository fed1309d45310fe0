/** The table of a sale: the fields of the body of an issuance, in the order of the wire. */
import { CURRENCIES, type Kind, type Legend, OPERATION, type Sale } from '@rafaga/fiscal';
import { isBlank, manyLines, plainLine } from '../characters.js';
import { isObject } from '../schemas/predicate.js';
import { ADVANCE } from './advance.js';
import { COLLABORATION, DETRACTION, GUIDE, INSTALMENT, LEGEND, PAYMENT } from './blocks.js';
import { CLIENT } from './client.js';
import { globalDiscounts } from './discounts.js';
import { type Block, blockOf, type FieldOf, type Fields, type ValueType } from './field.js';
import { ITEM } from './item.js';
import { list, object } from './nested.js';
import { date, integer } from './numberTypes.js';
import { PERCEPTION } from './perception.js';
import { recomputed } from './recomputed.js';
import { anyObject, matching, oneOf, onlyTrue, text } from './valueTypes.js';

export const MAX_ITEMS = 500;
export const MAX_NUMBER = 99_999_999;
/** SUNAT numbers instalments with three digits. */
const MAX_INSTALMENTS = 999;
/** SUNAT numbers payments in advance with two digits. */
const MAX_ADVANCES = 99;

const SERIES = { boleta: /^B[A-Z0-9]{3}$/, factura: /^F[A-Z0-9]{3}$/ } as const;
const NAME = { boleta: 'Boleta', factura: 'Factura' } as const;

/** The fields of the body, in the order of the wire. */
const saleOf = (kind: Kind): Block =>
  blockOf<Sale>({
    name: NAME[kind],
    fields: [seriesOf(kind), ...NUMBER, operationOf(kind), ...CONTENT, ...RECOMPUTED, ITEMS],
  });

const seriesOf = (kind: Kind): FieldOf<Sale> => ({
  wire: 'serie',
  type: matching(SERIES[kind], `series_${kind}`),
  required: true,
  sale: 'series',
  label: 'La serie',
  description: 'Serie activa y configurada para la empresa.',
  // the record shows the series and number of the document
  record: false,
});

const operationOf = (kind: Kind): FieldOf<Sale> => ({
  wire: 'tipo_operacion',
  type: oneOf(...operationsOf(kind)),
  sale: 'operation',
  otherwise: impliedOperation,
  label: 'El tipo de operación',
  description:
    'Código del catálogo 51 de SUNAT. Si se omite: 0101, 1001 con detracción o 2001 con ' +
    'percepción. Una 0101 con ellas se emite como tal.',
  record: { description: 'Catálogo 51 de SUNAT.' },
});

const NUMBER: readonly FieldOf<Sale>[] = [
  {
    wire: 'correlativo',
    type: integer(MAX_NUMBER),
    sale: 'number',
    label: 'El correlativo',
    description:
      'Número del comprobante. Si se omite, se asigna el siguiente de la serie. No puede ' +
      'adelantarse a ella más de 10000 (se ajusta en el panel).',
    record: false,
  },
  {
    wire: 'fecha_emision',
    type: date(),
    required: true,
    sale: 'issueDate',
    label: 'La fecha de emisión',
    description:
      'Fecha de emisión, en hora de Lima. No puede ser futura ni anterior al plazo de envío.',
  },
  {
    wire: 'fecha_vencimiento',
    type: date(),
    sale: 'dueDate',
    label: 'La fecha de vencimiento',
    description: 'Fecha de vencimiento, no anterior a la de emisión.',
    record: { orNull: true },
  },
];

const CONTENT: readonly FieldOf<Sale>[] = [
  {
    wire: 'tipo_moneda',
    type: oneOf(...CURRENCIES),
    sale: 'currency',
    otherwise: 'PEN',
    label: 'La moneda',
    description: 'Moneda. Si se omite, PEN.',
  },
  {
    wire: 'forma_pago',
    type: paymentTerms(),
    sale: 'payment',
    otherwise: 'cash',
    label: 'La forma de pago',
    description: 'Forma de pago. Si se omite, Contado. Con Credito se deben enviar las cuotas.',
  },
  {
    wire: 'cod_local',
    type: matching(/^\d{4}$/, 'four_digits'),
    sale: 'establishment',
    otherwise: '0000',
    label: 'El código del local',
    description: 'Código del establecimiento. Si se omite, 0000.',
    record: { description: 'Código del establecimiento.' },
  },
  {
    wire: 'cliente',
    type: object(CLIENT),
    required: true,
    sale: 'client',
    label: 'El cliente',
    description: 'Quien compra.',
  },
  {
    wire: 'observacion',
    type: text(500, manyLines),
    sale: 'note',
    label: 'La observación',
    description: 'Texto libre que se imprime en el comprobante.',
    record: {
      orNull: true,
      after: 'contrato_colaboracion',
      description: 'Observación de la venta.',
    },
  },
  {
    wire: 'cuotas',
    type: list(INSTALMENT, { most: MAX_INSTALMENTS }),
    sale: 'instalments',
    label: 'Las cuotas',
    description: 'Cuotas de una venta al crédito.',
  },
  {
    wire: 'anticipos',
    type: list(ADVANCE, { most: MAX_ADVANCES }),
    sale: 'advances',
    label: 'Los anticipos',
    description: 'Anticipos que se descuentan de esta venta.',
    record: { after: 'descuentos_globales' },
  },
  {
    wire: 'descuentos_globales',
    type: globalDiscounts(),
    sale: 'allowances',
    label: 'Los descuentos globales',
    description: 'Descuentos sobre todo el comprobante.',
    record: {
      schema: {
        type: 'array',
        items: { type: 'object' },
        description: 'Como DescuentoGlobal.',
      },
    },
  },
  {
    wire: 'detraccion',
    type: object(DETRACTION),
    sale: 'detraction',
    label: 'La detracción',
    description: 'Detracción (SPOT), en soles.',
  },
  {
    wire: 'percepcion',
    type: object(PERCEPTION),
    sale: 'perception',
    label: 'La percepción',
    description: 'Percepción del IGV, en soles y solo al contado.',
  },
  {
    wire: 'guias',
    type: list(GUIDE, { most: 100 }),
    sale: 'guides',
    label: 'Las guías',
    description:
      'Guías de remisión existentes a las que se refiere el comprobante. No emite ninguna.',
  },
  {
    wire: 'leyenda',
    type: text(200),
    label: 'La leyenda',
    description: 'Texto propio para el importe en letras (leyenda 1000).',
  },
  {
    wire: 'leyendas',
    type: list(LEGEND, { most: 30 }),
    sale: 'legends',
    from: legendsOf,
    otherwise: legendsOf,
    label: 'Las leyendas',
    description: 'Leyendas del catálogo 52 de SUNAT. Las obligatorias se agregan solas.',
  },
  {
    wire: 'pagos',
    type: list(PAYMENT, { most: 50 }),
    sale: 'payments',
    label: 'Los pagos',
    description: 'Cómo se pagó en caja. Se muestra en el registro y nunca va en el XML.',
  },
  {
    wire: 'contrato_colaboracion',
    type: object(COLLABORATION),
    sale: 'collaboration',
    label: 'El contrato de colaboración',
    description: 'Contrato de colaboración empresarial al que pertenece la operación.',
  },
  {
    wire: 'enviar_automatico',
    type: onlyTrue('send_later'),
    label: 'El campo enviar_automatico',
    description: 'Se omite o es true: no se crean comprobantes para enviarlos después.',
  },
  {
    wire: 'extras',
    type: anyObject(),
    sale: 'extras',
    label: 'Los extras',
    description:
      'Objeto libre, de 20 000 caracteres como máximo. Se guarda y se devuelve; nunca va ' +
      'en el XML. `caja` y `cajero`, si vienen como texto o número, se imprimen. Un número de ' +
      'más de 15 cifras envíalo como texto: como número pierde las últimas.',
    record: { orNull: true, description: 'Lo que enviaste en extras.' },
  },
];

const RECOMPUTED = [
  recomputed('mto_igv', 'El IGV', 'Total del IGV.'),
  recomputed('mto_imp_venta', 'El importe de la venta', 'Importe total, con IGV.'),
  recomputed(
    'mto_oper_exoneradas',
    'El monto de operaciones exoneradas',
    'Total exonerado, que no lleva IGV.',
  ),
  recomputed(
    'mto_oper_exportacion',
    'El monto de operaciones de exportación',
    'Total de exportación, que no lleva IGV.',
  ),
  recomputed(
    'mto_oper_gratuitas',
    'El monto de operaciones gratuitas',
    'Total de operaciones gratuitas, sin IGV.',
  ),
  recomputed('mto_oper_gravadas', 'El monto de operaciones gravadas', 'Total gravado, sin IGV.'),
  recomputed(
    'mto_oper_inafectas',
    'El monto de operaciones inafectas',
    'Total inafecto, que no lleva IGV.',
  ),
  recomputed('sub_total', 'El subtotal', 'Valor de venta más tributos: con IGV.'),
  recomputed(
    'sum_otros_descuentos',
    'La suma de otros descuentos',
    'Descuentos que no afectan la base, con IGV.',
  ),
  recomputed('total_anticipos', 'El total de anticipos', 'Total de anticipos, con IGV.'),
  recomputed(
    'total_descuentos',
    'El total de descuentos',
    'Total de descuentos: sin IGV los que afectan la base, con IGV los demás.',
  ),
  recomputed('total_impuestos', 'El total de impuestos', 'Total de tributos: IGV, ISC e ICBPER.'),
  recomputed('valor_venta', 'El valor de venta', 'Valor de venta, sin IGV ni otros tributos.'),
];

const ITEMS: FieldOf<Sale> = {
  wire: 'items',
  type: list(ITEM, { least: 1, most: MAX_ITEMS }),
  required: true,
  sale: 'lines',
  label: 'Los ítems',
  description: 'Líneas del comprobante, de 1 a 500.',
  record: { after: 'cliente' },
};

export const SALE = {
  boleta: saleOf('boleta'),
  factura: saleOf('factura'),
} as const satisfies Record<Kind, Block>;

function operationsOf(kind: Kind): string[] {
  return Object.keys(OPERATION)
    .filter((code) => OPERATION[code]?.kinds.includes(kind))
    .toSorted();
}

/** Without tipo_operacion, a detracción or a percepción sets the operation. */
function impliedOperation({ detraccion, percepcion }: Fields): unknown {
  if (isObject(detraccion)) return detraccion.tipo_operacion ?? '1001';
  return isObject(percepcion) ? '2001' : '0101';
}

function paymentTerms(): ValueType {
  return {
    ...oneOf('Contado', 'Credito'),
    toSale: (value) => (value === 'Credito' ? 'credit' : 'cash'),
    toRecord: (value) => (value === 'credit' ? 'Credito' : 'Contado'),
  };
}

/** The text of `leyenda` is legend 1000, after those of `leyendas`. */
function legendsOf({ leyenda, leyendas }: Fields): Legend[] {
  const legends = ((leyendas ?? []) as { code: string; value: string }[]).map(
    ({ code, value }) => ({
      code,
      text: plainLine(value),
    }),
  );
  if (typeof leyenda === 'string' && !isBlank(leyenda))
    legends.push({ code: '1000', text: plainLine(leyenda) });
  return legends;
}
